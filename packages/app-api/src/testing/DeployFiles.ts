/** Reads the files under `deploy`, for tests and for `npm run image:check`. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export const repositoryRoot = fileURLToPath(new URL("../../../..", import.meta.url))

const pathOf = (name: string): string => fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url))

export const readDeployFile = (name: string): string => readFileSync(pathOf(name), "utf8")

export const dockerfileInstructions = (name: string): ReadonlyArray<string> => {
  const last =
    readDeployFile("Dockerfile")
      .split(/\nFROM .+\n/)
      .at(-1) ?? ""
  return last.split("\n").flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []))
}

export const imageEnvironment = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    dockerfileInstructions("ENV").map((text) => {
      const [name = "", value = ""] = text.split("=")
      return [name, value]
    })
  )

export const commandOf = (text = "[]"): ReadonlyArray<string> => JSON.parse(text.replace(/^.*?CMD /, ""))

export const systemdGuide = (): string =>
  /^- `systemd\/sheaf\.service`[^]*?(?=^- )/m.exec(readFileSync(`${repositoryRoot}/docs/operate.md`, "utf8"))?.[0] ?? ""
