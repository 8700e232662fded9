/**
 * The hashes that chain the audit log's records, and the signatures on its checkpoints (spec 14.4). Without the
 * signatures, somebody could change a record and then recompute all later hashes.
 */
import { Context } from "effect"
import type { Checkpoint } from "./AuditLog.ts"

export type UnsignedCheckpoint = Omit<Checkpoint, "signature">

export class AuditCrypto extends Context.Service<
  AuditCrypto,
  {
    /** Returns a record's hash: SHA-256 of the previous record's hash followed by this record's text in UTF-8. */
    readonly hashAfter: (previous: Uint8Array, text: string) => Uint8Array
    /** Signs a checkpoint with Ed25519 (RFC 8032). */
    readonly sign: (checkpoint: UnsignedCheckpoint) => Checkpoint
    readonly isSigned: (checkpoint: Checkpoint) => boolean
    /** The public key as PEM (RFC 8410). */
    readonly publicKey: string
  }
>()("@sheaf/ports/AuditCrypto") {}

/** The hash before a chain's first record: 32 zero bytes. */
export const genesisHash: Uint8Array = new Uint8Array(32)

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

export const signedTextOf = ({ at, chain, hash, kind, seq }: UnsignedCheckpoint): string =>
  [kind, chain, seq, hex(hash), at].join("|")
