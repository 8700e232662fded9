/**
 * Sessions as a server of several companies hands them out: with the company in front, by which it finds the connector
 * again that a session belongs to. Opaque to whoever keeps them.
 */
import type { CompanyId } from "@sheaf/domain/Company"

/** What no identifier of a company holds. */
const separator = " "

export const join = (company: CompanyId, session: string): string => `${company}${separator}${session}`

/** The two parts of what {@link join} has put together; nothing for what names no company. */
export const split = (text: string): { readonly company: CompanyId; readonly session: string } | undefined => {
  const at = text.indexOf(separator)
  return at < 0 ? undefined : { company: text.slice(0, at), session: text.slice(at + separator.length) }
}
