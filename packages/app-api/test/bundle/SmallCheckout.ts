/**
 * A temporary copy of the repository that contains only a few lines of source code, but the real launcher and bundler.
 */
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../../..", import.meta.url))

export interface Run {
  readonly code: number
  readonly out: string
  readonly err: string
}

export class SmallCheckout {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "sheaf-checkout-")))

  constructor() {
    for (const path of ["packages/app-api/bin", "packages/app-api/src/bundle"]) {
      cpSync(join(root, path), join(this.folder, path), { recursive: true })
    }
    this.write("package.json", '{ "type": "module" }')
    this.write("tools/src/generate.ts", "")
    this.write(
      "packages/app-api/src/main.ts",
      'import { word } from "./Word.ts"\n\nconsole.log(word, import.meta.url)\n'
    )
    this.say("first")
    for (const name of ["ReaderProcess", "ReaderThread"]) this.write(`packages/adapters-pdf/src/reader/${name}.ts`, "")
    mkdirSync(join(this.folder, "node_modules"))
    for (const name of ["rolldown", "@rolldown", "@oxc-project"]) {
      symlinkSync(join(root, "node_modules", name), join(this.folder, "node_modules", name))
    }
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), text)
  }

  say(word: string): void {
    this.write("packages/app-api/src/Word.ts", `export const word: string = ${JSON.stringify(word)}\n`)
  }

  run(cwd: string = this.folder): Promise<Run> {
    const launcher = join(this.folder, "packages/app-api/bin/sheaf.mjs")
    return new Promise((resolve) => {
      execFile(process.execPath, ["--conditions=@sheaf/source", launcher], { cwd }, (error, out, err) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err })
      })
    })
  }

  /** Excludes compiled code. */
  get bundles(): ReadonlyArray<string> {
    return readdirSync(join(this.folder, "node_modules/.cache/sheaf")).filter((name) => name !== "compiled")
  }

  delete(): void {
    rmSync(this.folder, { recursive: true })
  }
}
