import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Words from "../src/Words.ts"

const Colour = Words.literals(
  { red: "As blood.", green: "As grass." },
  { identifier: "Colour", description: "What it looks like." }
)

const definitionOf = (schema: Schema.Top, name: string) => Schema.toJsonSchemaDocument(schema).definitions[name]

describe("An enumeration in words", () => {
  it("has the values that it has words for, in their order", () => {
    assert.deepStrictEqual<ReadonlyArray<string>>(Colour.literals, ["red", "green"])
    assert.isTrue(Schema.is(Colour)("green"))
    assert.isFalse(Schema.is(Colour)("blue"))
  })

  it("shows in a document what is said of all its values, and then of each", () => {
    assert.deepStrictEqual<unknown>(definitionOf(Colour, "Colour"), {
      type: "string",
      enum: ["red", "green"],
      description: "What it looks like.\n\n- `red`: As blood.\n- `green`: As grass."
    })
  })

  it("may be of numbers", () => {
    assert.strictEqual(
      Words.withValues("How often.", { 1: "Once.", 2: "Twice." }),
      "How often.\n\n- `1`: Once.\n- `2`: Twice."
    )
  })
})

describe("A member in words", () => {
  it("shows in a document what it means where it stands, beside what its schema is", () => {
    const Car = Schema.Struct({
      type: Words.only("CAR"),
      colour: Schema.optionalKey(Colour).pipe(Words.means("The colour of the car."))
    }).annotate({ identifier: "Car" })
    assert.deepStrictEqual<unknown>(definitionOf(Car, "Car"), {
      type: "object",
      properties: {
        type: { type: "string", enum: ["CAR"], description: "Always `CAR`." },
        colour: { allOf: [{ $ref: "#/$defs/Colour" }, { description: "The colour of the car." }] }
      },
      required: ["type"],
      additionalProperties: true
    })
  })
})
