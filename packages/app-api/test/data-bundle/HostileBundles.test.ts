/**
 * Tests hostile bundles: Sheaf rejects each with a reason and writes nothing. Python's tarfile and zipfile create the
 * archives.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Manifest from "../../src/config/bundles/Manifest.ts"
import * as Tools from "../Tools.ts"
import { cassette, filesIn, goodFiles, layout, logo, name, newSigner, Operator, packUnchecked } from "./Publisher.ts"

const place = Tools.workspaceForAll()
const signer = newSigner()
const operator = new Operator(place, signer.publicKey)
const installed = 8

let before: Readonly<Record<string, string>>

const everything = () => filesIn(operator.folder)

beforeAll(async () => {
  const { code, err } = await operator.install(packUnchecked(signer, installed, goodFiles))
  assert.strictEqual(code, 0, err)
  before = everything()
})

const rejects = async (file: string, fault: string) => {
  for (const command of ["verify", "install"]) {
    const { code, err, out } = await operator.run("bundle", command, file)
    assert.deepStrictEqual([code, out], [1, ""])
    assert.include(err, fault)
    assert.isBelow(err.length, 1000)
  }
  assert.deepStrictEqual(everything(), before)
  assert.deepStrictEqual(readdirSync(join(operator.folder, name)), [String(installed)])
}

const form =
  "expected one of the folders layouts, profiles, cassettes, logos, a slash, and a name of lower-case letters"
const header = "has a header that sheaf bundle pack would not write"
const unsigned = "the signature is not from the key that is pinned for ee-market"

const archives: Readonly<Record<string, string>> = {
  "symlink.tar": '"layouts/a.json": is a symbolic link; a bundle has only files',
  "hardlink.tar": "is a hard link",
  "character-device.tar": "is a device",
  "block-device.tar": "is a device",
  "pipe.tar": "is a pipe",
  "folder.tar": "is a folder",
  "sparse.tar": "is a sparse file",
  "pax.tar": "is an extended header",
  "pax-path.tar": "is an extended header",
  "global-pax.tar": "is an extended header",
  "gnu-name.tar": "is a long name",
  "prefix.tar": header,
  "owner.tar": header,
  "setuid.tar": header,
  "path-parent.tar": `"../../etc/cron.d/a.json": ${form}`,
  "path-inner-parent.tar": form,
  "path-absolute.tar": `"/etc/passwd": ${form}`,
  "path-dot.tar": form,
  "path-dots.tar": form,
  "path-backslash.tar": form,
  "path-drive.tar": form,
  "path-device.tar": form,
  "path-numbered-device.tar": form,
  "path-upper-case.tar": form,
  "path-nested.tar": form,
  "path-hidden.tar": form,
  "path-empty.tar": form,
  "path-space.tar": form,
  "path-newline.tar": form,
  "path-escape.tar": form,
  "path-script.tar": "expected a name that ends with .json",
  "path-code.tar": form,
  "path-second-manifest.tar": form,
  "twice.tar": '"layouts/motor.json": occurs twice',
  "added.tar": "layouts/home.json: is not in the manifest",
  "missing.tar": "profiles/saare.json: is missing",
  "order.tar": "the files have another order than in the manifest",
  "no-manifest.tar": "the first files must be manifest.json and manifest.sig",
  "no-signature.tar": "the first files must be manifest.json and manifest.sig",
  "many.tar": "has more than 1002 files",
  "owner-of-end.tar": "has bytes after its end",
  "one-block.tar": "has bytes after its end",
  "no-end.tar": "is cut off",
  "cut.tar": "is cut off",
  "huge-size.tar": "has 8589934591 bytes, but the archive ends after 1536",
  "binary-size.tar": header,
  "negative-size.tar": header,
  "checksum.tar": header,
  "padding.tar": "has bytes after its end",
  "changed-file.tar": "layouts/motor.json: was changed after the bundle was signed",
  "changed-manifest.tar": unsigned,
  "changed-signature.tar": unsigned,
  "short-signature.tar": unsigned,
  "gzip.tar": "is compressed with gzip. A bundle is not compressed, so that none can unpack to gigabytes",
  "gzip-bomb.tar": "is compressed with gzip",
  "bzip2-bomb.tar": "is compressed with bzip2",
  "xz-bomb.tar": "is compressed with xz",
  "zip-bomb.tar": "is a ZIP archive. A bundle is a tar file: make one with sheaf bundle pack",
  "empty.tar": "is not a tar file",
  "zeros.tar": "has bytes after its end",
  "noise.tar": header,
  "text.tar": header,
  "large.tar": "is longer than 67108864 bytes",
  "fifo.tar": "is not a file",
  "directory.tar": "is not a file",
  "zero.tar": "is not a file"
}

describe("a hostile archive", () => {
  const folder = join(place.folder, "archives")

  beforeAll(async () => {
    const bundle = join(place.folder, "good.tar")
    writeFileSync(bundle, packUnchecked(signer, 9, goodFiles))
    mkdirSync(folder)
    const program = fileURLToPath(new URL("hostileArchives.py", import.meta.url))
    const made = await Tools.run("python3", [program, bundle, folder], place.folder)
    assert.strictEqual(made.code, 0, made.err)
  })

  it.each(Object.entries(archives))("%s is rejected: %s", (file, fault) => rejects(join(folder, file), fault))

  it("is every archive that the program writes, but for one that is like the bundle", async () => {
    assert.sameMembers(readdirSync(folder), ["same.tar", ...Object.keys(archives)])
    const same = await operator.run("bundle", "verify", join(folder, "same.tar"))
    assert.strictEqual(same.code, 0, same.err)
  })
})

const profile = (members: object) => ({ "profiles/a.json": JSON.stringify(members) })
const svg = (inside: string) => ({ "logos/a.svg": logo.replace("<path", `${inside}<path`) })
const host = "names a host; only a bank's entry may"
const deep = "[".repeat(40_000) + "]".repeat(40_000)

/** Attacks by a publisher whose key is pinned. */
const contents: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string]> = [
  [
    "a secret file",
    profile({ authentication: { clientSecretFile: "/etc/sheaf/pepper" } }),
    "clientSecretFile is not allowed"
  ],
  [
    "a host for tokens",
    profile({ authentication: { tokenUrl: "https://evil.example/t" } }),
    `/authentication/tokenUrl ${host}`
  ],
  ["a host in a query", profile({ query: { a: "https://evil.example" } }), `/query/a ${host}`],
  ["a header of Sheaf's own", profile({ headers: { Host: "evil.example" } }), "is set by Sheaf alone"],
  [
    "a profile outside",
    profile({ extends: "../../../etc/a.json" }),
    "/extends: expected the name of a shipped profile"
  ],
  ["an absolute profile", profile({ extends: "/etc/a.json" }), "/extends: expected"],
  ["a profile of another bundle", profile({ extends: "bundle:se-market/profiles/a.json" }), "/extends: expected"],
  ["code in a profile", profile({ script: "1" }), "/script is unknown"],
  ["deep JSON", { "profiles/a.json": deep }, "expected an object"],
  ["a long profile", profile({ bank: "x".repeat(100_000) }), "is longer than 100000 bytes"],
  [
    "a pattern that explodes",
    { "layouts/a.json": JSON.stringify({ ...layout(), fields: [{ ...layout().fields[0], pattern: "(a+)+" }] }) },
    "takes time in proportion to the line"
  ],
  [
    "a layout that replaces a prototype",
    { "layouts/a.json": JSON.stringify({ ...layout(), constants: [{ target: "__proto__.a", value: 1 }] }) },
    "unknown member"
  ],
  [
    "a deep target",
    { "layouts/a.json": JSON.stringify({ ...layout(), constants: [{ target: "a.".repeat(40_000), value: 1 }] }) },
    "layouts/a.json: a.a.a.a."
  ],
  [
    "a cassette of another protocol",
    { "cassettes/a.json": JSON.stringify({ ...cassette, protocol: "9" }) },
    "calls of another protocol version"
  ],
  ["something else as a cassette", { "cassettes/a.json": JSON.stringify({ log: {} }) }, "the file is no cassette"],
  ["a page as a logo", { "logos/a.png": "<html>" }, "this is an HTML page"],
  ["a script in a logo", svg("<script>alert(1)</script>"), "a logo must not have scripts"],
  ["a handler without a space in a logo", svg('<g id="a"onload="alert(1)"/>'), "it is not well-formed"]
]

describe("a bundle that a pinned key has signed", () => {
  it.each(contents)("with %s is rejected", async (_, files, fault) => {
    const file = join(place.folder, "content.tar")
    writeFileSync(file, packUnchecked(signer, 9, files))
    await rejects(file, fault)
  })

  const listed = (path: string) => ({ path, bytes: 2, sha256: createHash("sha256").update("{}").digest("hex") })
  const manifest = (members: object) =>
    JSON.stringify({ format: "sheaf-bundle-1", name, version: 9, files: [listed("layouts/a.json")], ...members })

  it.each([
    [
      "of another format",
      manifest({ format: "sheaf-bundle-2" }),
      "/format: expected sheaf-bundle-1; the bundle is for another version"
    ],
    [
      "with a path as its name",
      manifest({ name: "../ee-market" }),
      "/name: expected lower-case letters, digits and single hyphens"
    ],
    ["with a fraction as its version", manifest({ version: 9.5 }), "/version"],
    ["with a version beyond all others", manifest({ version: 1e12 }), "/version"],
    ["with an unknown member", manifest({ run: "sh" }), "/run is unknown"],
    ["without files", manifest({ files: [] }), "/files"],
    [
      "that lists a path outside",
      manifest({ files: [listed("../a.json"), listed("layouts/a.json")] }),
      "../a.json: is missing"
    ],
    ["that is no JSON", "{", "manifest.json: invalid JSON"]
  ])("with a manifest %s is rejected", async (_, text, fault) => {
    const file = join(place.folder, "manifest.tar")
    writeFileSync(file, packUnchecked(signer, 9, { "layouts/a.json": "{}" }, text))
    await rejects(file, fault)
  })

  it("cannot make the service read outside of an installed folder", async () => {
    const text = Manifest.textOf(name, 30, [{ name: "../../../sheaf.json", content: Buffer.from("{}") }])
    const victim = new Operator({ ...place, folder: Tools.folderFor() }, signer.publicKey, {
      pdf: { layouts: [`bundle:${name}/layouts`] }
    })
    await victim.install(packUnchecked(signer, 1, goodFiles))
    writeFileSync(join(victim.folder, name, "1", "manifest.json"), text)
    writeFileSync(join(victim.folder, name, "1", "manifest.sig"), signer.sign(Buffer.from(text)))
    assert.include((await victim.run("config", "check")).err, 'manifest.json lists "../../../sheaf.json"')
  })

  it("cannot pass as a newer version under another folder's name", async () => {
    const victim = new Operator({ ...place, folder: Tools.folderFor() }, signer.publicKey, {
      pdf: { layouts: [`bundle:${name}/layouts`] }
    })
    await victim.install(packUnchecked(signer, 1, goodFiles))
    await Tools.run("mv", [join(victim.folder, name, "1"), join(victim.folder, name, "99")], place.folder)
    assert.include((await victim.run("config", "check")).err, `contains version 1 of ${name}: remove the folder`)
  })
})
