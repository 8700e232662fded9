/**
 * Finds the schemas that body examples already illustrate, so that the document need not repeat an example in the
 * schema.
 */
import * as OpenApiSchemas from "./OpenApiSchemas.ts"
import { isObject, objectOrEmpty } from "./DocumentParts.ts"
import type { DocumentPart } from "./DocumentParts.ts"

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const prefix = "#/components/schemas/"

const kindOf = ({ discriminator }: DocumentPart, value: DocumentPart): DocumentPart | undefined => {
  const { mapping, propertyName } = objectOrEmpty(discriminator)
  const reference = objectOrEmpty(mapping)[String(value[String(propertyName)])]
  return reference === undefined ? undefined : { $ref: reference }
}

const fits = (schema: DocumentPart, value: DocumentPart): boolean =>
  listOf(schema["required"]).every((name) => String(name) in value)

const collect = (schema: DocumentPart, value: unknown, schemas: OpenApiSchemas.Schemas, names: Set<string>): void => {
  const whole = OpenApiSchemas.resolveReference(schema, schemas)
  if (Array.isArray(value)) {
    for (const item of value) collect(objectOrEmpty(whole["items"]), item, schemas, names)
    return
  }
  if (!isObject(value)) return
  if (typeof schema["$ref"] === "string") names.add(schema["$ref"].slice(prefix.length))
  for (const [name, member] of Object.entries(value)) {
    const properties = objectOrEmpty(whole["properties"])
    collect(objectOrEmpty(properties[name] ?? whole["additionalProperties"]), member, schemas, names)
  }
  const kind = kindOf(whole, value)
  const kinds = [...listOf(whole["oneOf"]), ...listOf(whole["anyOf"])].map(objectOrEmpty)
  const fitting =
    kind === undefined ? kinds.filter((each) => fits(OpenApiSchemas.resolveReference(each, schemas), value)) : [kind]
  for (const each of [...fitting, ...listOf(whole["allOf"]).map(objectOrEmpty)]) collect(each, value, schemas, names)
}

export const schemaNamesInExamples = (
  operations: ReadonlyArray<unknown>,
  schemas: OpenApiSchemas.Schemas
): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const { requestBody, responses } of operations.map(objectOrEmpty)) {
    for (const body of [requestBody, ...Object.values(objectOrEmpty(responses))]) {
      const { examples, schema } = objectOrEmpty(objectOrEmpty(objectOrEmpty(body)["content"])["application/json"])
      for (const example of Object.values(objectOrEmpty(examples))) {
        collect(objectOrEmpty(schema), objectOrEmpty(example)["value"], schemas, names)
      }
    }
  }
  return names
}
