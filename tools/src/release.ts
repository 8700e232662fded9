/**
 * `npm run release` prepares a release from the committed sources. It writes tarballs with the version, a bill of materials, notes and checksums to a new folder, and then checks and installs the tarballs. It uploads nothing. Only `--tag` changes the checkout: it sets the version, commits it, and tags the commit.
 */
import { createHash } from "node:crypto"
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { repositoryPath } from "./openapi/Documents.ts"
import { runProgram } from "./package/Command.ts"
import * as Installation from "./release/Installation.ts"
import * as Sources from "./release/Sources.ts"
import * as Tarballs from "./release/Tarballs.ts"

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    repository: { type: "string", default: "https://sheaf.example/sheaf" },
    tag: { type: "boolean", default: false }
  }
})

const root = repositoryPath("")
const git = (...words: ReadonlyArray<string>): string => runProgram(root, "git", ...words).trim()

const requireReleasable = (version: string, isReleased: boolean): void => {
  if (isReleased || git("tag", "--list", `v${version}`) !== "") {
    throw new Error(`${version} was released before: begin a new entry in CHANGELOG.md`)
  }
  if (values.tag && git("status", "--porcelain") !== "") throw new Error("--tag: commit or discard the changes first")
  if (values.tag && values.repository.endsWith("sheaf.example/sheaf")) throw new Error("--tag: set --repository, too")
}

/** Builds from a copy of the committed sources, which gives the same result as a checkout of the tag. */
const pack = (scratch: string, out: string, options: Sources.ReleaseOptions): void => {
  const archive = join(scratch, "sources.tar")
  const source = join(scratch, "sources")
  mkdirSync(source)
  git("archive", "--output", archive, "HEAD")
  runProgram(source, "tar", "-xf", archive)
  Sources.setVersions(source, options)
  Sources.setRepository(source, options)
  runProgram(source, "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund")
  const packages = Sources.publishedNames.flatMap((name) => ["--workspace", `@sheaf/${name}`])
  runProgram(source, "npm", "pack", "--silent", ...packages, "--pack-destination", out)
  copyFileSync(join(source, "packages/server/dist/sbom.cdx.json"), join(out, "sbom.cdx.json"))
}

const writeChecksums = (out: string): void => {
  const lines = readdirSync(out)
    .toSorted()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(out, name)))
          .digest("hex")}  ${name}\n`
    )
  writeFileSync(join(out, "SHA256SUMS"), lines.join(""))
}

const tag = (out: string, options: Sources.ReleaseOptions): void => {
  Sources.setVersions(root, options)
  git("commit", "--all", "--quiet", "--message", `release: ${options.version}`)
  git("tag", "--annotate", `v${options.version}`, "--cleanup=verbatim", "--file", join(out, "notes.md"))
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const entry = Sources.readEntry(root)
const { version } = entry
requireReleasable(version, entry.day !== undefined)
const out = resolve(values.out ?? mkdtempSync(join(tmpdir(), `sheaf-${version}-`)))
mkdirSync(out, { recursive: true })
if (readdirSync(out).length > 0) throw new Error(`--out: ${out} is not empty`)
const options = { version, day: new Date().toISOString().slice(0, 10), repository: values.repository }
const scratch = mkdtempSync(join(tmpdir(), "sheaf-release-"))
try {
  pack(scratch, out, options)
  writeFileSync(join(out, "notes.md"), `# Sheaf ${version}\n\n${Sources.withAbsoluteLinks("", options, entry.text)}`)
  writeChecksums(out)
  const faults = Tarballs.faultsOf(out, version)
  if (faults.length > 0) throw new Error(faults.join("\n"))
  for (const line of await Installation.check(out)) say(line)
  if (values.tag) tag(out, options)
} finally {
  rmSync(scratch, { recursive: true })
}
for (const name of readdirSync(out).toSorted()) say(join(out, name))
say(
  values.tag
    ? `tagged v${version}; upload from CI, which signs the provenance:`
    : "dry run: nothing is tagged. To upload, after --tag and from CI:"
)
for (const name of globSync("*.tgz", { cwd: out })) say(`  npm publish ${name}`)
