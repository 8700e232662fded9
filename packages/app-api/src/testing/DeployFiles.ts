/** The files under `deploy`, for tests and for `npm run image:check`. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export const repositoryRoot = fileURLToPath(new URL("../../../..", import.meta.url))

/** Returns the path of a file under `deploy`. */
const pathOf = (name: string): string => fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url))

export const readDeployFile = (name: string): string => readFileSync(pathOf(name), "utf8")

/** Returns the arguments of a Dockerfile's instructions with this name, in its last stage. */
export const dockerfileInstructions = (name: string): ReadonlyArray<string> => {
  const last =
    readDeployFile("Dockerfile")
      .split(/\nFROM .+\n/)
      .at(-1) ?? ""
  return last.split("\n").flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []))
}

/** The variables that the image sets. */
export const imageEnvironment = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    dockerfileInstructions("ENV").map((text) => {
      const [name = "", value = ""] = text.split("=")
      return [name, value]
    })
  )

/** Returns the words of an instruction in JSON form. */
export const commandOf = (text = "[]"): ReadonlyArray<string> => JSON.parse(text.replace(/^.*?CMD /, ""))

/** Returns the entry about systemd in the operations guide. */
export const systemdGuide = (): string =>
  /^- `systemd\/sheaf\.service`[^]*?(?=^- )/m.exec(readFileSync(`${repositoryRoot}/docs/operate.md`, "utf8"))?.[0] ?? ""
