/** A publisher of bundles, and an operator who installs them. */
import { BundleSignature } from "@sheaf/adapters-security"
import { Option } from "effect"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Archive from "../../src/config/bundles/Archive.ts"
import * as Manifest from "../../src/config/bundles/Manifest.ts"
import * as CommandLine from "../CommandLine.ts"
import type * as Tools from "../Tools.ts"

export const layout = (id = "ee-saare/motor-policy") => ({
  id,
  company: "ee-saare",
  title: "Motor policy",
  recognisedBy: ["Rannakindlustus"],
  headings: [],
  writing: "estonian",
  insuranceType: "vehicleInsurance",
  fields: [{ target: "insuranceNumber", kind: { type: "text" }, at: "RIGHT", label: "Poliisi number", required: true }],
  constants: [],
  rows: []
})

export const cassette = {
  format: "sheaf-cassette",
  version: 1,
  protocol: "1",
  company: "ee-saare",
  calls: [
    {
      call: "begin",
      body: { company: "ee-saare", loginMethod: "EMAIL" },
      exchanges: [],
      answer: { status: 200, step: { type: "END", status: "COMPLETED_EMPTY" } }
    }
  ]
}

export const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="url(#a)" d="M0 0h8v8z"/></svg>'

export const goodFiles: Readonly<Record<string, string>> = {
  "cassettes/login.json": JSON.stringify(cassette),
  "layouts/motor.json": JSON.stringify(layout()),
  "logos/saare.svg": logo,
  "profiles/base.json": JSON.stringify({ historyDays: 30 }),
  "profiles/saare.json": JSON.stringify({ extends: "base.json", psuIdType: "SAARE" })
}

export const name = "ee-market"

export const newSigner = (): BundleSignature.BundleSigner =>
  Option.getOrThrow(BundleSignature.signerOf(BundleSignature.createKey()))

const entriesOf = (files: Readonly<Record<string, string | Uint8Array>>) =>
  Object.entries(files).map(([path, content]) => ({ name: path, content: Buffer.from(content) }))

/** Signs files that `sheaf bundle pack` would reject, like a publisher who has turned hostile. */
export const packUnchecked = (
  signer: BundleSignature.BundleSigner,
  version: number,
  files: Readonly<Record<string, string | Uint8Array>>,
  manifest = Manifest.textOf(name, version, entriesOf(files))
): Buffer =>
  Archive.write([
    { name: Manifest.manifestFile, content: Buffer.from(manifest) },
    { name: Manifest.signatureFile, content: signer.sign(Buffer.from(manifest)) },
    ...entriesOf(files)
  ])

export const writeFiles = (folder: string, files: Readonly<Record<string, string | Uint8Array>>): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  existsSync(folder)
    ? Object.fromEntries(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .toSorted()
          .map((path) => [path, readFileSync(path, "base64")])
      )
    : {}

export class Operator {
  readonly place: Tools.Workspace
  readonly config: string

  constructor(place: Tools.Workspace, publicKey: string, more: object = {}) {
    this.place = place
    this.config = join(place.folder, "sheaf.json")
    this.write(publicKey, more)
  }

  write(publicKey: string, more: object = {}): void {
    writeFileSync(this.config, JSON.stringify({ bundles: { keys: { [name]: publicKey } }, ...more }))
  }

  get folder(): string {
    return join(this.place.folder, "bundles")
  }

  run(...words: ReadonlyArray<string>): Promise<CommandLine.CommandResult> {
    return CommandLine.run(this.place, words, { SHEAF_CONFIG: this.config })
  }

  install(archive: Uint8Array, file = "bundle.tar"): Promise<CommandLine.CommandResult> {
    writeFileSync(join(this.place.folder, file), archive)
    return this.run("bundle", "install", file)
  }
}
