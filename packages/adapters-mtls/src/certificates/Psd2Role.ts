/** Reads and writes the roles of a payment service provider in a certificate (ETSI TS 119 495 §5.1). */
import { tag } from "./Der.ts"

/** The last arc of each role's OID, below 0.4.0.19495.1. */
const arcs = { PSP_AS: 1, PSP_PI: 2, PSP_AI: 3, PSP_IC: 4 } as const

export type Psd2Role = keyof typeof arcs

/** OID prefixes, encoded in DER. */
const oids = {
  roles: [0x04, 0x00, 0x81, 0x98, 0x27, 0x01],
  psd2Statement: [0x04, 0x00, 0x81, 0x98, 0x27, 0x02],
  compliance: [0x04, 0x00, 0x8e, 0x46, 0x01, 0x01],
  kind: [0x04, 0x00, 0x8e, 0x46, 0x01, 0x06]
}

const utf8String = 0x0c

/** Encodes an element. The content must have fewer than 65,536 bytes. */
const element = (type: number, content: Uint8Array): Buffer => {
  const { length } = content
  const digits = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([type, ...digits]), content])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>): Buffer => element(tag.sequence, Buffer.concat(parts))

const oid = (...bytes: ReadonlyArray<number>): Buffer => element(tag.oid, Buffer.from(bytes))

const text = (value: string): Buffer => element(utf8String, Buffer.from(value))

const roleOid = (role: Psd2Role): Buffer => oid(...oids.roles, arcs[role])

/** The last arc of the OID of each kind of certificate (ETSI EN 319 412-5 §4.2.3). */
const kinds = { QSEAL: 2, QWAC: 3 } as const

export type QcType = keyof typeof kinds

export interface Psd2QcStatement {
  readonly kind: QcType
  readonly roles: ReadonlyArray<Psd2Role>
  readonly supervisor: { readonly name: string; readonly id: string }
}

/** The OID of the extension for qualified certificates. */
export const qcStatementsOid = "1.3.6.1.5.5.7.1.3"

export const encodeQcStatements = ({ kind, roles, supervisor }: Psd2QcStatement): Uint8Array => {
  const stated = roles.map((role) => sequence(roleOid(role), text(role)))
  return sequence(
    sequence(oid(...oids.compliance)),
    sequence(oid(...oids.kind), sequence(oid(...oids.kind, kinds[kind]))),
    sequence(oid(...oids.psd2Statement), sequence(sequence(...stated), text(supervisor.name), text(supervisor.id)))
  )
}

/**
 * Finds the roles in a DER certificate by searching for the bytes of the roles' OIDs. This is enough, because these
 * bytes occur nowhere else in a certificate.
 */
export const rolesIn = (certificate: Uint8Array): ReadonlyArray<Psd2Role> => {
  const bytes = Buffer.from(certificate)
  const all: ReadonlyArray<Psd2Role> = ["PSP_AS", "PSP_PI", "PSP_AI", "PSP_IC"]
  return all.filter((role) => bytes.includes(roleOid(role)))
}
