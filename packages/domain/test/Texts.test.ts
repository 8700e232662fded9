/** Schemas with names, descriptions and examples, in JSON Schema. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Texts from "../src/Texts.ts"

const Color = Texts.literals("The color of a car.", { red: "Like blood.", green: "Like grass." }).annotate({
  identifier: "Color"
})

const definitionOf = (schema: Schema.Top, name: string) => Schema.toJsonSchemaDocument(schema).definitions[name]

describe("An enumeration with meanings", () => {
  it("has the values of its table, in order", () => {
    assert.deepStrictEqual<ReadonlyArray<string>>(Color.literals, ["red", "green"])
    assert.isTrue(Schema.is(Color)("green"))
    assert.isFalse(Schema.is(Color)("blue"))
  })

  it("lists the values below its description in JSON Schema", () => {
    assert.deepStrictEqual<unknown>(definitionOf(Color, "Color"), {
      type: "string",
      enum: ["red", "green"],
      description: "The color of a car.\n\n- `red`: Like blood.\n- `green`: Like grass."
    })
  })

  it("can have numbers as values", () => {
    assert.strictEqual(
      Texts.withValues("How often.", { 1: "Once.", 2: "Twice." }),
      "How often.\n\n- `1`: Once.\n- `2`: Twice."
    )
  })
})

describe("A member with a description", () => {
  it("keeps the description of its schema in JSON Schema", () => {
    const Car = Schema.Struct({
      type: Texts.only("CAR"),
      color: Texts.optional(Color, "The color of this car.")
    }).annotate({ identifier: "Car" })
    assert.deepStrictEqual<unknown>(definitionOf(Car, "Car"), {
      type: "object",
      properties: {
        type: { type: "string", enum: ["CAR"], description: "Always `CAR`." },
        color: { allOf: [{ $ref: "#/$defs/Color" }, { description: "The color of this car." }] }
      },
      required: ["type"],
      additionalProperties: true
    })
  })
})
