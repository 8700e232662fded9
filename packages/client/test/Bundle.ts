/** Bundles parts of the client, as a browser app would. */
import { rolldown } from "rolldown"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

export const bundle = async (version: string, names = "*") => {
  const entry = fileURLToPath(new URL(`../src/versions/${version}/index.ts`, import.meta.url))
  const program = `export ${names} from ${JSON.stringify(entry)}`
  const build = await rolldown({
    input: "program",
    plugins: [
      {
        name: "program",
        resolveId: (id) => (id === "program" ? id : null),
        load: (id) => (id === "program" ? program : null)
      }
    ]
  })
  const { output } = await build.generate({ format: "esm", minify: true })
  await build.close()
  const [{ code, imports }] = output
  return { code, imports, size: gzipSync(code).byteLength }
}
