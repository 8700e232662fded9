/** Uses openssl to generate people's certificates that resemble those of the Baltic electronic-ID providers. */
import { Effect } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import type { KeyObject } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { inFolder, openssl } from "./Certificates.ts"

export interface PersonKey {
  readonly key: KeyObject
  /** The DER certificate in base64. */
  readonly certificate: string
}

const subject = "/C=EE/CN=TESTNUMBER,QUALIFIED OK1/SN=TESTNUMBER/GN=QUALIFIED OK1/serialNumber="
const authentication = "extendedKeyUsage=1.3.6.1.4.1.62306.5.7.0"

/** The policies of qualified Smart-ID certificates and of certificates on a secure device (NCP+). */
const policies = "certificatePolicies=1.3.6.1.4.1.10015.17.2,0.4.0.2042.1.2"
const clientAuthentication = "extendedKeyUsage=clientAuth"

const make = (directory: string) => {
  const read = (file: string) => readFileSync(join(directory, file), "utf8")
  const create = (name: string, newKey: ReadonlyArray<string>, name509: string, more: ReadonlyArray<string>) =>
    openssl(
      directory,
      `req -x509 -days 2 -nodes -keyout ${name}.key -out ${name}.pem -newkey`
        .split(" ")
        .concat(newKey, "-subj", name509, more)
    )
  const rsa = (bits: number) => [`rsa:${bits}`]
  const ec = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
  const authority = (name: string) => {
    create(name, ec, "/C=EE/O=SK ID Solutions AS/CN=TEST of EID-Q", ["-addext", "keyUsage=critical,keyCertSign"])
    return read(`${name}.pem`)
  }
  const person = (
    name: string,
    serialNumber: string,
    { by = "ca", isAuthority = false, newKey = rsa(2048), use = authentication } = {}
  ): PersonKey => {
    const extensions = [
      `basicConstraints=critical,CA:${isAuthority}`,
      `keyUsage=critical,digitalSignature${isAuthority ? ",keyCertSign" : ""}`,
      policies,
      ...(use === "" ? [] : [use])
    ]
    const signer = ["-CA", `${by}.pem`, "-CAkey", `${by}.key`, ...extensions.flatMap((each) => ["-addext", each])]
    create(name, newKey, `${subject}${serialNumber}`, signer)
    const certificate = new X509Certificate(read(`${name}.pem`)).raw.toString("base64")
    return { key: createPrivateKey(read(`${name}.key`)), certificate }
  }
  const trusted = authority("ca")
  // A second authority, whose certificate has the same subject but a different key.
  authority("other")
  return {
    authority: trusted,
    qualified: person("qualified", "PNOEE-40504040001"),
    older: person("older", "PNOLT-40504040001", { use: clientAuthentication }),
    latvian: person("latvian", "PNOLV-050405-10009"),
    ofOtherAuthority: person("foreign", "PNOEE-40504040001", { by: "other" }),
    forServers: person("server", "PNOEE-40504040001", { use: "extendedKeyUsage=serverAuth" }),
    withoutUse: person("plain", "PNOEE-40504040001", { use: "" }),
    asAuthority: person("sub", "PNOEE-40504040001", { isAuthority: true }),
    shortKey: person("short", "PNOEE-40504040001", { newKey: rsa(1024) }),
    byPassport: person("passport", "PASEE-K1234567"),
    ofAnotherCountry: person("finnish", "PNOFI-311299-999A"),
    curve: person("curve", "PNOEE-60001019906", { newKey: ec, use: clientAuthentication }),
    rsaPhone: person("phone", "PNOLT-60001019906", { use: clientAuthentication })
  }
}

export type PersonName = Exclude<keyof ReturnType<typeof make>, "authority">

export const personKeys = Effect.runSync(Effect.cached(Effect.sync(() => inFolder(make))))
