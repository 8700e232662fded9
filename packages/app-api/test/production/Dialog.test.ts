/** Tests `sheaf init` in a pseudoterminal, where a Python script answers the questions. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, it } from "vitest"
import { sheafProgram as program } from "../../src/testing/index.ts"
import { insurer } from "../service/SettingsFixtures.ts"
import * as Tools from "../Tools.ts"

const place = Tools.workspaceForAll()
const { folder } = place
const service = join(folder, "service")

/** Waits for each question, types its answer, and exits with the command's exit code. */
const terminal = `
import json, os, pty, sys
words, dialog = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(words[0], words)
seen = b""
def read():
    global seen
    try:
        part = os.read(terminal, 4096)
    except OSError:
        part = b""
    sys.stdout.buffer.write(part)
    seen += part
    return part
for question, answer in dialog:
    while question.encode() not in seen:
        if not read():
            sys.exit("the command ended before it asked: " + question)
    seen = b""
    os.write(terminal, answer.encode())
while read():
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`

type Dialog = ReadonlyArray<readonly [question: string, answer: string]>

const inTerminal = (words: ReadonlyArray<string>, dialog: Dialog) =>
  Tools.python(place, terminal, JSON.stringify([program(...words), dialog]))

const [enter, controlC] = ["\r", "\u0003"]

beforeAll(() => {
  const connectors = [{ url: "http://127.0.0.1:9", allowPrivateAddresses: true, companies: [insurer] }]
  writeFileSync(join(folder, "companies.json"), JSON.stringify({ connectors }))
})

it("init asks for what the flags lack, and leaves nothing behind if the operator stops", async () => {
  const { code, out } = await inTerminal(
    ["init", "--client", "Brask"],
    [
      ["New folder for the configuration", `service${enter}`],
      ["https address", controlC]
    ]
  )
  assert.strictEqual(code, 1)
  assert.include(out, "sheaf: stopped before the last question; nothing was written")
  assert.notInclude(out, "Name of the first client")
  assert.isFalse(existsSync(service))
})

it("init asks for everything, and prints what it did", async () => {
  const { code, out } = await inTerminal(
    ["init"],
    [
      ["New folder for the configuration", `service${enter}`],
      ["https address", `https://sheaf.example${enter}`],
      ["Configuration file", `companies.json${enter}`],
      ["Name of the first client", `Brask & Söner${enter}`]
    ]
  )
  assert.strictEqual(code, 0, out)
  assert.match(
    out,
    /Created the sealing key .+Wrote the configuration.+Created the authorities.+Added the client Brask & Söner/s
  )
  assert.notMatch(out, /sheaf_live_\w+/)
  const variables = readFileSync(join(service, "sheaf.env"), "utf8")
  assert.include(variables, "SHEAF_PUBLIC_URL=https://sheaf.example\n")
  const env = Object.fromEntries(Array.from(variables.matchAll(/^(\w+)=(.*)$/gm), ([, name, value]) => [name, value]))
  const checked = await Tools.sheaf(place, ["config", "check"], env)
  assert.deepStrictEqual([checked.code, checked.out], [0, "mode=production environment=production\n"], checked.err)
})

it("init without a terminal names the missing flags", async () => {
  const { code, err } = await Tools.sheaf(place, ["init", "--folder", "other"])
  assert.strictEqual(code, 1)
  assert.include(err, "set --public-url, --config, --client, or run sheaf init in a terminal")
})
