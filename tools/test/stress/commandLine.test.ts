/** Tests the command-line options that the bench, soak, chaos, fuzz and attack commands share. */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Command } from "effect/cli"
import * as CommandLine from "../../src/workshop/CommandLine.ts"

const all = [
  { name: "one", summary: "the first" },
  { name: "two", summary: "the second" }
]

const parse = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  let chosen: unknown
  const command = Command.make(
    "test",
    {
      choices: CommandLine.choiceArgument("test", all),
      short: CommandLine.shortFlag,
      rounds: CommandLine.positiveIntFlag("rounds", 2, "")
    },
    ({ choices, rounds, short }) =>
      Effect.sync(() => {
        chosen = { names: choices.map(({ name }) => name), rounds, short }
      })
  )
  yield* Command.runWith(command, { version: "0" })(args)
  return chosen
}, Effect.provide(NodeServices.layer))

it.effect("without arguments, a command runs all its choices at full length", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* parse([]), { names: ["one", "two"], rounds: 2, short: false })
  })
)

it.effect("arguments name the choices, and options the length", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* parse(["two", "--short", "--rounds", "3"]), {
      names: ["two"],
      rounds: 3,
      short: true
    })
  })
)

it.effect.each(["three", "--quick", "--rounds=0", "--rounds=x"])("a command refuses %s", (word) =>
  Effect.gen(function* () {
    assert.strictEqual((yield* Effect.exit(parse([word])))._tag, "Failure")
  })
)

it("a list has each choice with its summary", () => {
  assert.strictEqual(CommandLine.formatChoices(all), "one  the first\ntwo  the second")
})
