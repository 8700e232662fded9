/**
 * Shows constants as words, and shortens ids. The tooltip contains the full constant or id, which the operator needs
 * for logs and searches.
 */
import { Copyable, CopyButton } from "./CopyButton.tsx"
import { methodNameOf } from "../texts/MethodNames.ts"

export const processNames = { COLLECTION: "Collections", CONSENT: "Consents", MONITOR: "Monitors" } as const

/** Labels for constants whose own names would be unclear to an operator. */
const names: Readonly<Record<string, string>> = {
  THIRD_PARTY_ERROR: "Company error",
  FAILED_PDF_PARSE: "PDF not readable",
  FAILED_PDF_USER_INPUT: "PDF not supported",
  COMPLETED_PARTIAL: "Completed in part",
  COMPLETED_EMPTY: "Completed without data",
  KYC_FORM: "Know-your-customer form",
  BY_CLIENT: "Disabled by the client",
  ENDPOINT_GONE: "Disabled: gone",
  ENDPOINT_FAILING: "Disabled: failing",
  BROKEN: "Unusable answer",
  INTERRUPTED: "Timed out"
}

const spellings: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bpdf\b/i, "PDF"],
  [/\btls\b/i, "TLS"],
  [/\burl\b/i, "URL"],
  [/\btwo factor\b/, "two-factor"],
  [/\bTwo factor\b/, "Two-factor"]
]

/** Returns a constant as words: `NOT_READY` as "Not ready". */
export const wordsOf = (constant: string): string => {
  const words = constant.replaceAll("_", " ").toLowerCase()
  const sentence = words.charAt(0).toUpperCase() + words.slice(1)
  return names[constant] ?? spellings.reduce((text, [word, spelling]) => text.replace(word, spelling), sentence)
}

const actors: Readonly<Record<string, string>> = { KEY: "API key", TOKEN: "user's token" }

/** Returns the kind of an actor in words. */
export const actorOf = (type: string): string => actors[type] ?? wordsOf(type).toLowerCase()

/** Returns the name of a member as words: `connectSessionId` as "connect session". */
export const memberName = (member: string): string =>
  member
    .replace(/(?<=.)Id$/, "")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()

export const Constant = ({ children }: { readonly children: string }) => (
  <span title={children}>{wordsOf(children)}</span>
)

export const Method = ({ children }: { readonly children: string }) => (
  <span title={children}>{methodNameOf(children)}</span>
)

/** Shows an event's name in the API. In a narrow column, the name can wrap between its words. */
export const EventType = ({ children }: { readonly children: string }) => (
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
export const isSearchable = (id: string): boolean =>
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24,40})$/.test(id)

/**
 * Shows only the end of an id, because ids begin with a time and differ more at the end. Links to the search result
 * that shows the history of the object with that id.
 */
export const Id = ({ children }: { readonly children: string }) => {
  if (!isSearchable(children)) return <Copyable>{children}</Copyable>
  return (
    <span class="copyable">
      <a class="id" href={`#/search/${children}`} title={children}>
        <code>…{children.slice(-8)}</code>
      </a>
      <CopyButton value={children} isSkipped />
    </span>
  )
}
