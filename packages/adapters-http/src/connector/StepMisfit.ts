/**
 * Why an answer is no step, for whoever writes the connector: the place and the rule. Nothing of the answer is in it but
 * names that the protocol has, since it is written to the log (decisions 12).
 */
import type { Schema } from "effect"
import * as BrokenRules from "../inbound/problems/BrokenRules.ts"
import * as ConnectorApi from "./ConnectorApi.ts"

const collectNames = (schema: unknown, names: Set<string>): void => {
  if (typeof schema !== "object" || schema === null) return
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties" && typeof value === "object" && value !== null) {
      Object.keys(value).forEach((name) => names.add(name))
    }
    collectNames(value, names)
  }
}

let collected: ReadonlySet<string> | undefined

/** Every member that the protocol knows, made when a first answer is no step. */
const knownNames = (): ReadonlySet<string> => {
  if (collected !== undefined) return collected
  const names = new Set<string>()
  collectNames(ConnectorApi.openApi().components.schemas, names)
  collected = names
  return names
}

/** The tokens of a pointer, and in place of those that are neither a known name nor a position in a list, an ellipsis. */
const tokensOf = (pointer: string, answer: unknown): ReadonlyArray<string> => {
  const names = knownNames()
  let at = answer
  return pointer
    .split("/")
    .slice(1)
    .map((token) => {
      const isPosition = Array.isArray(at)
      at = typeof at === "object" && at !== null ? Reflect.get(at, token) : undefined
      return isPosition || names.has(token) ? token : "…"
    })
}

/**
 * The first rule that the answer breaks, such as `/collected/insurance/0/insurance/startDate: Expected …`. What the
 * protocol has no name for is an ellipsis.
 */
export const describe = ({ issue }: Schema.SchemaError, answer: unknown): string => {
  const [first] = BrokenRules.named(BrokenRules.ofBody(issue, answer)).errors
  if (first === undefined) return "another form is expected"
  return `/${tokensOf(first.pointer, answer).join("/")}: ${first.detail}`
}
