/**
 * Checks an exported audit log without using any of Sheaf's code. Usage: `node tools/src/verifyAudit.ts EXPORT
 * [CHECKPOINTS]`, where EXPORT is the output of `sheaf audit export`, and CHECKPOINTS is a copy of
 * `audit-checkpoints.jsonl` from the data folder. To detect a replaced key, set the environment variable `PUBLIC_KEY`
 * to the last line of an earlier export.
 */
import { createHash, createPublicKey, verify } from "node:crypto"
import { readFileSync } from "node:fs"

interface Checkpoint {
  readonly kind: string
  readonly chain: number
  readonly seq: number
  readonly hash: string
  readonly at: number
  readonly signature: string
}

/** A line of an export: a record, a checkpoint, or the public key. */
interface Line {
  readonly record?: string
  readonly hash?: string
  readonly checkpoint?: Checkpoint
  readonly publicKey?: string
}

const parse = <A>(text: string): ReadonlyArray<A> =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): A => JSON.parse(line))

/**
 * Escapes control and formatting characters, which a forged export can contain. `sheaf` commands escape them in the
 * same way.
 */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")
  )

/** `checkpoints` are the lines of a file that is stored outside the database. */
export const exportFaultsOf = (exported: string, checkpoints = "", trustedKey?: string): ReadonlyArray<string> => {
  const lines = parse<Line>(exported)
  const faults: Array<string> = []
  const publicKey = trustedKey ?? lines.find((line) => line.publicKey !== undefined)?.publicKey
  if (publicKey === undefined) return ["the export has no public key, so it is not complete"]
  const key = createPublicKey(publicKey)

  const marks = [...lines.flatMap(({ checkpoint }) => checkpoint ?? []), ...parse<Checkpoint>(checkpoints)].filter(
    ({ at, chain, hash, kind, seq, signature }) => {
      const text = `${kind}|${chain}|${seq}|${hash}|${at}`
      const isSigned = verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"))
      if (!isSigned) faults.push(`chain ${chain}: the signature at record ${seq} is wrong`)
      return isSigned
    }
  )

  const marked = Map.groupBy(marks, ({ chain, seq }) => `${chain}/${seq}`)
  const ends = new Map<number, { readonly seq: number; readonly hash: string }>()
  for (const mark of marks) {
    const { chain, kind, seq } = mark
    if (kind === "PRUNED" && seq > (ends.get(chain)?.seq ?? 0)) ends.set(chain, mark)
  }
  for (const { hash = "", record } of lines) {
    if (record === undefined) continue
    const { chain, seq }: { readonly chain: number; readonly seq: number } = JSON.parse(record)
    const last = ends.get(chain) ?? { seq: 0, hash: "00".repeat(32) }
    if (seq !== last.seq + 1) faults.push(`chain ${chain}: record ${seq} follows record ${last.seq}`)
    const expected = createHash("sha256").update(Buffer.from(last.hash, "hex")).update(record).digest("hex")
    if (expected !== hash) faults.push(`chain ${chain}: record ${seq} does not match its hash`)
    for (const mark of marked.get(`${chain}/${seq}`) ?? []) {
      if (mark.hash !== hash) faults.push(`chain ${chain}: record ${seq} does not match its checkpoint`)
    }
    ends.set(chain, { seq, hash })
  }
  for (const { chain, seq } of marks) {
    const last = ends.get(chain)?.seq ?? 0
    if (last < seq) faults.push(`chain ${chain}: the records from ${last + 1} to ${seq} are missing`)
  }
  return [...new Set(faults)].map(printable)
}

if (import.meta.main) {
  const [exported = "", checkpoints] = process.argv.slice(2)
  const outside = checkpoints === undefined ? "" : readFileSync(checkpoints, "utf8")
  const faults = exportFaultsOf(readFileSync(exported, "utf8"), outside, process.env["PUBLIC_KEY"])
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  process.stdout.write(faults.length === 0 ? "the audit log is unchanged\n" : `${faults.length} faults\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
