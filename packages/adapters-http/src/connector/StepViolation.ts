/**
 * Describes the first rule that a response breaks, in a log line for the connector's author. Quotes only names that the
 * protocol defines (spec 7).
 */
import type { Schema } from "effect"
import * as Violations from "../inbound/problems/Violations.ts"
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

let known: Set<string> | undefined

const knownNames = (): ReadonlySet<string> => {
  if (known === undefined) collectNames(ConnectorApi.openApiDocument().components.schemas, (known = new Set()))
  return known
}

/** Splits a pointer into tokens. Keeps known names and indexes, and replaces all other tokens with an ellipsis. */
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

/** Describes the first broken rule, for example `/collected/insurance/0/insurance/startDate: Expected …`. */
export const describe = ({ issue }: Schema.SchemaError, answer: unknown): string => {
  const [first] = Violations.takeWithinLimits(Violations.ofBody(issue, answer)).errors
  if (first === undefined) return "unexpected form"
  return `/${tokensOf(first.pointer, answer).join("/")}: ${first.detail}`
}
