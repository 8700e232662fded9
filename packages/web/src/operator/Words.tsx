/** Constants and ids as an operator reads them. */

/** Returns a constant as words: `NOT_READY` as "Not ready". */
export const wordsOf = (constant: string): string => {
  const words = constant.replaceAll("_", " ").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Shows a constant or the name of an event, which a narrow column breaks between its words. */
export const Constant = ({ children }: { readonly children: string }) => (
  <code>
    {children.split(/(?<=[_.])/).map((part, index) => (
      <span key={index}>
        {index > 0 && <wbr />}
        {part}
      </span>
    ))}
  </code>
)

/** Ids that the search accepts. */
const isSearchable = (id: string): boolean => /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24,40})$/.test(id)

/** Shows an id by its end, which differs more than its start, because that is a time. A link leads to its story. */
export const Id = ({ children }: { readonly children: string }) => {
  if (!isSearchable(children)) return <code class="id">{children}</code>
  return (
    <a class="id" href={`#/search/${children}`} title={children}>
      <code>…{children.slice(-8)}</code>
    </a>
  )
}
