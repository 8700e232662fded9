/** The files for Kubernetes and Compose follow the published schemas (spec 14). */
import { Ajv } from "ajv"
import { Yaml } from "effect/encoding"
import { assert, describe, it } from "vitest"
import { readdirSync, readFileSync } from "node:fs"
import { isObject, objectAt, objectOf } from "../src/openapi/Json.ts"
import type { JsonObject } from "../src/openapi/Json.ts"

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")
const schemaOf = (name: string): JsonObject => objectOf(JSON.parse(read(`tools/fixtures/deploy/${name}.json`)))
const load = (path: string): JsonObject => objectOf(Yaml.parse(read(`deploy/${path}`)))

const intOrString = { type: ["string", "integer"] }

/** A Kubernetes definition as JSON Schema that rejects unknown fields, as `kubectl apply --validate=strict` does. */
const strict = (definition: unknown): JsonObject => {
  const all = objectOf(definition)
  if (all["format"] === "int-or-string") return intOrString
  return isObject(all["properties"]) ? { ...all, additionalProperties: false } : all
}

const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
const definitions = Object.fromEntries(
  Object.entries(objectAt(schemaOf("kubernetes"), "definitions")).map(([name, value]) => [name, strict(value)])
)
ajv.addSchema({ definitions }, "kubernetes")
const { $schema: _, ...composeSchema } = schemaOf("compose-spec")
ajv.addSchema(composeSchema, "compose")

const errorsOf = (schema: string, value: unknown): ReadonlyArray<string> => {
  const validate = ajv.getSchema(schema) ?? assert.fail(`no schema ${schema}`)
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const packages: Readonly<Record<string, string>> = { v1: "core.v1", "apps/v1": "apps.v1", "policy/v1": "policy.v1" }

const ofKubernetes = (resource: JsonObject): ReadonlyArray<string> =>
  errorsOf(
    `kubernetes#/definitions/io.k8s.api.${packages[String(resource["apiVersion"])]}.${String(resource["kind"])}`,
    resource
  )

const changed = (value: unknown, [name, ...rest]: ReadonlyArray<string | number>, to: unknown): unknown => {
  if (name === undefined) return to
  if (Array.isArray(value)) return value.map((item, index) => (index === name ? changed(item, rest, to) : item))
  return { ...objectOf(value), [name]: changed(objectOf(value)[name], rest, to) }
}

describe("Kubernetes", () => {
  it.each(readdirSync(new URL("../../deploy/kubernetes", import.meta.url)))("%s follows the schema", (name) => {
    assert.deepStrictEqual(ofKubernetes(load(`kubernetes/${name}`)), [])
  })

  const container = ["spec", "template", "spec", "containers", 0]
  it.each<[string, ReadonlyArray<string | number>, unknown, string]>([
    ["a misspelled field", [...container, "readinesProbe"], {}, "must NOT have additional properties"],
    ["a number as text", ["spec", "replicas"], "2", "must be integer"],
    ["a container without a name", [...container, "name"], undefined, "must have required property 'name'"],
    ["a variable that is a number", [...container, "env", 0, "value"], 1, "must be string"]
  ])("%s is found", (_name, path, value, message) => {
    const wrong = JSON.parse(JSON.stringify(changed(load("kubernetes/deployment.yaml"), path, value)))
    const errors = ofKubernetes(objectOf(wrong))
    assert.lengthOf(errors, 1)
    assert.include(errors[0], message)
  })
})

describe("Compose", () => {
  it("compose.yaml follows the schema", () => {
    assert.deepStrictEqual(errorsOf("compose", load("compose.yaml")), [])
  })

  it.each<[string, ReadonlyArray<string | number>, unknown]>([
    ["a misspelled field", ["services", "sheaf", "readonly"], true],
    ["a secret that is a number", ["services", "sheaf", "secrets", 0], 1],
    ["an unknown section", ["service"], {}]
  ])("%s is found", (_name, path, value) => {
    assert.isNotEmpty(errorsOf("compose", changed(load("compose.yaml"), path, value)))
  })
})
