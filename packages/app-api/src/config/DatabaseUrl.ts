/** Reads the PostgreSQL database's URL from `DATABASE_URL`, or from the file that `DATABASE_URL_FILE` names. */
import { Effect, Option, Redacted } from "effect"
import { failWith } from "../errors/OperatorError.ts"
import * as TextFile from "./values/TextFile.ts"

const name = "DATABASE_URL"

const parse = Option.liftThrowable((text: string) => new URL(text))

const isAddress = ({ hostname, pathname, protocol }: URL): boolean =>
  (protocol === "postgres:" || protocol === "postgresql:") && hostname !== "" && pathname.length > 1

/** Errors never quote the URL, because it may contain a password. */
export const read = Effect.gen(function* () {
  const address = yield* TextFile.readSecretSetting(name)
  if (Option.isNone(address) || Option.exists(parse(Redacted.value(address.value)), isAddress)) return address
  return yield* failWith(`${name}: expected postgres://user:password@host:port/database`)
})
