/** Whether a collection holds each of its documents once: a step that was taken twice would leave some behind twice. */

/** The ids of the documents that are stored, and of those that the records refer to; a sentence for each that is amiss. */
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
