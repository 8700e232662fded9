/**
 * The rules for certificate requests (spec 5.3). BR stands for the CA/Browser Forum's Baseline Requirements, which bind
 * only public authorities but are good practice for private ones, too.
 */
import { Option, Result, Schema } from "effect"
import * as RsaModulus from "../certificates/RsaModulus.ts"
import * as SignatureAlgorithm from "../certificates/SignatureAlgorithm.ts"
import * as CertificateRequest from "./CertificateRequest.ts"

/** The maximum size of a request, in bytes. A request for a 2048-bit key takes about a thousand bytes. */
export const maxRequestBytes = 16 * 1024

const keyBits = 2048
const exponentMinimum = 2n ** 16n + 1n
const exponentMaximum = 2n ** 256n - 1n

const newKey = `Create a new RSA ${keyBits} key and request.`
const insecure = `The key is insecure. ${newKey}`
const newRequest = "Create the request again."

const rule = (says: string, source: string, remedy: string) => ({ says, source, remedy })

export const rules = {
  TOO_LARGE: rule(`the request must have at most ${maxRequestBytes} bytes`, "spec 5.3", newRequest),
  NOT_A_REQUEST: rule(
    "the file must contain one PKCS #10 request, in PEM or DER, and nothing else",
    "RFC 2986 §4; RFC 7468 §7",
    newRequest
  ),
  NOT_RSA: rule(`the key must be RSA ${keyBits}`, "spec 5", newKey),
  KEY_SIZE: rule(`the key must have exactly ${keyBits} bits`, "spec 5, 8", newKey),
  EXPONENT: rule("the exponent must be odd, and between 2^16 + 1 and 2^256 - 1", "BR 6.1.6", newKey),
  EVEN_MODULUS: rule("the modulus must be odd", "BR 6.1.6", insecure),
  SMALL_FACTOR: rule("the modulus must not have a small factor", "BR 6.1.6", insecure),
  PERFECT_POWER: rule("the modulus must not be a power of a number", "BR 6.1.6", insecure),
  CLOSE_PRIMES: rule("the primes of the modulus must not be close to each other", "BR 6.1.1.3", insecure),
  WEAK_GENERATOR: rule(
    "the key must not come from a generator affected by CVE-2017-15361 (ROCA)",
    "BR 6.1.1.3",
    `${insecure} Use other software or hardware.`
  ),
  WEAK_SIGNATURE: rule(
    "the request must be signed with SHA-256, SHA-384 or SHA-512",
    "spec 5.3; BR 7.1.3.2",
    newRequest
  ),
  WRONG_SIGNATURE: rule(
    "the request must be signed with its own private key, to prove that the sender holds it",
    "RFC 2986 §3; spec 5.3",
    newRequest
  ),
  CLIENT_ID: rule(
    "the client ID must have 1 to 64 visible characters, because it becomes the name in the certificate",
    "RFC 5280 appendix A, ub-common-name",
    "Create a client with such an ID."
  ),
  KEY_OF_ANOTHER_CLIENT: rule("the key must not have been certified for another client", "spec 5.3", newKey),
  COMPROMISED_KEY: rule("the key must not have been revoked as compromised", "BR 6.1.1.3", newKey)
}

export type RuleName = keyof typeof rules

const ruleNames = Object.keys(rules) as ReadonlyArray<RuleName> // `rules` is a constant, so it has exactly these keys

/** The request was not signed, because it breaks a rule. The message names the rule and the remedy. */
export class CertificateRequestError extends Schema.TaggedError<CertificateRequestError>()("CertificateRequestError", {
  rule: Schema.Literals(ruleNames),
  message: Schema.String
}) {}

export const requestErrorOf = (rule: RuleName): CertificateRequestError => {
  const { remedy, says, source } = rules[rule]
  return new CertificateRequestError({ rule, message: `${rule}: ${says} (${source}). ${remedy}` })
}

/** Checks of the modulus and the exponent, cheapest first. */
const keyRules: ReadonlyArray<readonly [RuleName, (key: CertificateRequest.RsaPublicKey) => boolean]> = [
  ["KEY_SIZE", ({ modulus }) => modulus.toString(2).length === keyBits],
  ["EXPONENT", ({ exponent }) => exponent % 2n === 1n && exponent >= exponentMinimum && exponent <= exponentMaximum],
  ["EVEN_MODULUS", ({ modulus }) => modulus % 2n === 1n],
  ["SMALL_FACTOR", ({ modulus }) => !RsaModulus.hasSmallFactor(modulus)],
  ["PERFECT_POWER", ({ modulus }) => !RsaModulus.isPerfectPower(modulus)],
  ["CLOSE_PRIMES", ({ modulus }) => !RsaModulus.hasCloseFactors(modulus)],
  ["WEAK_GENERATOR", ({ modulus }) => !RsaModulus.hasRocaWeakness(modulus)]
]

export const violatedKeyRuleOf = (key: CertificateRequest.RsaPublicKey): RuleName | undefined =>
  keyRules.find(([, isKept]) => !isKept(key))?.[0]

const brokenBy = ({ algorithm, publicKey, rsa, signature, signed }: CertificateRequest.CertificateRequest) => {
  if (Option.isNone(rsa)) return "NOT_RSA"
  const broken = violatedKeyRuleOf(rsa.value)
  if (broken !== undefined) return broken
  if (Option.isNone(algorithm)) return "WEAK_SIGNATURE"
  return SignatureAlgorithm.isValidSignature(algorithm.value, publicKey, signed, signature)
    ? undefined
    : "WRONG_SIGNATURE"
}

/** Fails with the first rule that the request breaks. */
export const check = (
  content: Uint8Array
): Result.Result<CertificateRequest.CertificateRequest, CertificateRequestError> => {
  if (content.length > maxRequestBytes) return Result.fail(requestErrorOf("TOO_LARGE"))
  const request = CertificateRequest.parse(content)
  if (Option.isNone(request)) return Result.fail(requestErrorOf("NOT_A_REQUEST"))
  const broken = brokenBy(request.value)
  return broken === undefined ? Result.succeed(request.value) : Result.fail(requestErrorOf(broken))
}

const nameForm = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]{1,64}$/u

export const isValidCommonName = (clientId: string): boolean => nameForm.test(clientId) && clientId.trim() === clientId
