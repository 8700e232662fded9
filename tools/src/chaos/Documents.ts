/** Checks that a collection stores each document once. A repeated step would store documents twice. */

/** Compares the ids of stored documents with the ids in the records. Returns a sentence for each fault. */
export const violationsOf = (
  stored: ReadonlyArray<string>,
  referenced: ReadonlyArray<string>
): ReadonlyArray<string> => [
  ...referenced
    .filter((id, index) => referenced.indexOf(id) < index)
    .map((id) => `refers to the document ${id} more than once`),
  ...referenced.filter((id) => !stored.includes(id)).map((id) => `refers to the document ${id}, which is not stored`),
  ...stored.filter((id) => !referenced.includes(id)).map((id) => `stores the document ${id}, to which no record refers`)
]
