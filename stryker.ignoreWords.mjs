/**
 * Keeps Stryker from mutating texts that are only for people: annotations of schemas, log lines, and texts about
 * changes, losses and violations.
 */
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin"

const annotating = new Set([
  "annotate",
  "annotateKey",
  "described",
  "named",
  "Error",
  "annotateLogs",
  "logError",
  "logInfo",
  "logWarning"
])
const words = new Set([
  "affects",
  "arbitraryConstraint",
  "clientAction",
  "description",
  "detail",
  "fault",
  "issue",
  "meaning",
  "message",
  "title"
])

const nameOf = (callee) => (callee.type === "MemberExpression" ? callee.property.name : callee.name)

const isAnnotation = ({ listKey, parent }) =>
  listKey === "arguments" && /^(Call|New)Expression$/.test(parent.type) && annotating.has(nameOf(parent.callee))

const describing = new Set(["means", "optional", "literals", "describeValues"])

/**
 * Returns true if a string, or a concatenation of strings, describes a member or an enumeration. Stryker still mutates
 * the schema next to the description.
 */
const isDescription = ({ listKey, node, parent }) =>
  listKey === "arguments" &&
  /^(StringLiteral|BinaryExpression)$/.test(node.type) &&
  describing.has(nameOf(parent.callee))

const isWord = ({ node }) => node.type === "ObjectProperty" && words.has(node.key.name)

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, "words", {
    shouldIgnore: (path) => (isAnnotation(path) || isDescription(path) || isWord(path) ? "words for people" : undefined)
  })
]
