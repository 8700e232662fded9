/**
 * Reads bank profiles from the configuration (docs/banks.md). Operators share profile files, so a profile must not be
 * able to send Sheaf's certificates, secrets or tokens to a host that the bank's own configuration entry does not name.
 */
import { BankProfile, ShippedProfiles } from "@sheaf/ports"
import { Effect, Path, Redacted, Result, Schema } from "effect"
import type { FileSystem } from "effect"
import { failWith } from "../../errors/OperatorError.ts"
import type { OperatorError } from "../../errors/OperatorError.ts"
import { parseJson, pointerMessagesOf } from "../values/JsonText.ts"
import type { DataFiles } from "./DataFiles.ts"
import * as SettingErrors from "../values/SettingErrors.ts"
import * as TextFile from "../values/TextFile.ts"

const decode = Schema.decodeUnknownResult(BankProfile.BankProfile, { errors: "all", onExcessProperty: "error" })

const isPath = (reference: string): boolean => /[/\\]|\.json$/.test(reference)

const maxFiles = 8

/** The maximum size of a profile file, in bytes. */
export const maxFileBytes = 100_000

export const parse = (text: string): Result.Result<BankProfile.BankProfile, ReadonlyArray<string>> =>
  Result.flatMap(
    Result.mapError(parseJson(text), (fault) => [fault]),
    (json) => Result.mapError(decode(json), ({ issue }) => pointerMessagesOf(issue))
  )

const readProfile = Effect.fnUntraced(function* (name: string, file: string) {
  const parsed = parse(yield* TextFile.readLimited(name, file, maxFileBytes))
  if (Result.isSuccess(parsed)) return parsed.success
  return yield* SettingErrors.toError(parsed.failure.map((each) => `${name}: ${file}: ${each}`))
})

/**
 * Loads a profile and everything that it extends. `reference` names a shipped profile, a file of an installed bundle,
 * or a path relative to `folder`. Paths inside a file are relative to that file. Only the first file may name a secret:
 * it is the operator's own, whereas the files that it extends may come from others.
 */
export const load = (
  name: string,
  reference: string,
  files: DataFiles,
  folder = ".",
  depth = 1
): Effect.Effect<BankProfile.BankProfile, OperatorError, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const shipped = ShippedProfiles.all.get(reference)
    if (shipped !== undefined) return shipped
    if (!isPath(reference)) {
      const known = [...ShippedProfiles.all.keys()].join(", ")
      return yield* failWith(`${name}: expected one of ${known}, or the path of a profile file`)
    }
    if (depth > maxFiles) return yield* failWith(`${name}: more than ${maxFiles} profiles extend each other`)
    const path = yield* Path.Path
    const file = yield* files.pathOf(name, reference, folder)
    const own = yield* readProfile(name, file)
    const inside = path.dirname(file)
    const base = yield* load(`${name}: ${file}: /extends`, own.extends ?? "nextgenpsd2-1.3", files, inside, depth + 1)
    const secretFile = own.authentication?.clientSecretFile
    if (secretFile !== undefined && depth > 1) {
      return yield* failWith(
        `${name}: ${file}: /authentication/clientSecretFile is only for the file that the bank's entry names`
      )
    }
    const absolute = secretFile === undefined ? {} : { clientSecretFile: path.resolve(inside, secretFile) }
    return BankProfile.extend(base, {
      ...own,
      ...(own.authentication !== undefined && { authentication: { ...own.authentication, ...absolute } })
    })
  })

export interface ProfileLimits {
  readonly url: string
  readonly redirectHosts?: ReadonlyArray<string>
}

/** Resolves an endpoint to an absolute URL. It must be below the bank's URL or on one of `redirectHosts`. */
const endpointOf = Effect.fnUntraced(function* (
  name: string,
  endpoint: string | undefined,
  { redirectHosts = [], url }: ProfileLimits
) {
  if (endpoint === undefined) return undefined
  const base = new URL(url.endsWith("/") ? url : `${url}/`)
  const found = endpoint.startsWith("/") ? URL.parse(`.${endpoint}`, base.href) : URL.parse(endpoint)
  const isBelow = found?.host === base.host && found.pathname.startsWith(base.pathname)
  const isKnown = found !== null && (isBelow || redirectHosts.includes(found.host))
  return isKnown && found.protocol === base.protocol
    ? found.href
    : yield* failWith(`${name} must be below url or at one of redirectHosts, with the scheme of url`)
})

export const authenticationOf = Effect.fnUntraced(function* (
  name: string,
  { authentication = {} }: BankProfile.BankProfile,
  limits: ProfileLimits
) {
  const { clientSecretFile } = authentication
  const at = `${name}.profile: /authentication`
  const names = ["tokenUrl", "authorizationUrl", "authorizationLinksUrl"] as const
  const [[tokenUrl, authorizationUrl, authorizationLinksUrl], secret] = yield* SettingErrors.validateBoth(
    SettingErrors.forEach(names, (each) => endpointOf(`${at}/${each}`, authentication[each], limits)),
    clientSecretFile === undefined
      ? Effect.undefined
      : Effect.map(TextFile.readSecret(`${at}/clientSecretFile`, clientSecretFile), (text) =>
          Redacted.make(text.trim())
        )
  )
  return {
    ...(secret !== undefined && { secret }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(authorizationLinksUrl !== undefined && { authorizationLinksUrl })
  }
})
