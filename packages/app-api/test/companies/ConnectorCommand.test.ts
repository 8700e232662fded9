/** Tests `sheaf connector`, including a collection in the sandbox with a newly created connector. */
import { hasEnded } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as CommandLine from "../CommandLine.ts"
import * as ListeningProcess from "../../src/testing/ListeningProcess.ts"
import { TestService } from "../TestService.ts"

const company = "ee-acme"
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-connector-"))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

const sheaf = (...words: ReadonlyArray<string>) =>
  CommandLine.run({ folder, dataDir: join(folder, "data") }, ["connector", ...words], {
    PATH: process.env["PATH"] ?? ""
  })

const enter = (lines: ReadonlyArray<string>, words: ReadonlyArray<string>, env: CommandLine.Variables = {}) => {
  const left = [...lines]
  const place = { folder, dataDir: join(folder, "data") }
  const variables = { PATH: process.env["PATH"] ?? "", ...env }
  return CommandLine.run(place, ["connector", ...words], variables, undefined, async () => left.shift() ?? "")
}

const programs = {
  typescript: {
    install: ["npm", "install", "--offline", "--no-audit", "--no-fund"],
    test: [process.execPath, "--test"],
    start: [process.execPath, "main.ts"],
    source: "connector.ts"
  },
  python: {
    install: ["python3", "--version"],
    test: ["python3", "-m", "unittest"],
    start: ["python3", "connector.py"],
    source: "connector.py"
  }
} as const

type Language = keyof typeof programs

const read = (...path: ReadonlyArray<string>): string => readFileSync(join(folder, ...path), "utf8")

const installed = (path: string) => fileURLToPath(new URL(`../../../../node_modules/${path}`, import.meta.url))
const typeCheck = [installed("typescript/bin/tsc"), "-p", ".", "--typeRoots", installed("@types")] as const

const runIn = (language: Language, [tool, ...words]: readonly [string, ...ReadonlyArray<string>]) =>
  execFileSync(tool, words, { cwd: join(folder, language), encoding: "utf8", stdio: "pipe" })

const start = async (language: Language) => {
  const [tool, file] = programs[language].start
  const [connector, [, url = ""]] = await ListeningProcess.start({
    program: [tool, join(folder, language, file)],
    env: { CONNECTOR_SECRET: read(language, "secret").trim(), CONNECTOR_KEY: "a key", PORT: "0" },
    listening: /^listens on (\S+)$/m
  })
  return { connector, url }
}

const serviceOf = (language: Language, more: object) => {
  const { connectors }: { connectors: ReadonlyArray<object> } = JSON.parse(read(language, "sheaf.json"))
  const config = { connectors: connectors.map((entry) => ({ ...entry, ...more })) }
  return new TestService({ folder: join(folder, language), config })
}

describe.each(Object.keys(programs) as ReadonlyArray<Language>)("a new connector in %s", (language) => {
  it("is short, and passes its own tests", async () => {
    const { code, err } = await sheaf("new", company, "--language", language, "--output", join(folder, language))
    assert.strictEqual(code, 0, err)
    const lines = readdirSync(join(folder, language))
      .filter((name) => !name.endsWith(".tgz") && !name.startsWith("sheaf_connector"))
      .map((name) => read(language, name).split("\n").length - 1)
    assert.isBelow(
      lines.reduce((total, count) => total + count, 0),
      200
    )
    runIn(language, programs[language].install)
    runIn(language, programs[language].test)
    if (language === "typescript") runIn(language, [process.execPath, ...typeCheck])
  })

  it("collects in the sandbox", async () => {
    const { connector, url } = await start(language)
    const service = serviceOf(language, { url })
    try {
      await service.start()
      const parameters = [{ type: "USERNAME_PASSWORD", username: "mari", password: "kuldnokk" }] as const
      const id = await service.client.begin({ company, loginMethod: "USERNAME_AND_PASSWORD", parameters })
      const asked = await service.client.poll(id, ({ status }) => status === "TWO_FACTOR_PENDING")
      await service.client.supply(asked, { type: "TWO_FACTOR_CODE", value: "246810" })
      assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED")
    } finally {
      await service.kill()
      await connector.stop()
    }
  })
})

describe.each(Object.keys(programs) as ReadonlyArray<Language>)("the cassette of a connector in %s", (language) => {
  it("has nobody's data", async () => {
    const recorded = await enter(["mari", "kuldnokk", "246810"], ["record", join(folder, language)])
    assert.strictEqual(recorded.code, 0, recorded.err + recorded.out)
    assert.notInclude(recorded.out, "Look at this")
    const cassette = read(language, "cassettes", "login.json")
    // Matches only the whole word, because longer invented words may contain it.
    assert.notMatch(cassette, /\bmari\b/i)
    for (const word of ["maasikas", "kuldnokk", "246810", "40817", "482 KPT", "bWFyaS1tYWFzaWthcw", "2026-03-01"]) {
      assert.notInclude(cassette.toLowerCase(), word.toLowerCase())
    }
    assert.include(cassette, '"policyNumber')
    assert.include(cassette, '"COMPLETED"')
  })

  it("plays offline against the connector, and names what has changed", async () => {
    const same = await sheaf("check", join(folder, language))
    assert.strictEqual(same.code, 0, same.out + same.err)
    assert.include(same.out, "plays as recorded")
    const file = join(folder, language, programs[language].source)
    const source = readFileSync(file, "utf8")
    writeFileSync(file, source.replace("/api/policies", "/api/contracts"))
    const changed = await sheaf("check", join(folder, language))
    writeFileSync(file, source)
    assert.strictEqual(changed.code, 1)
    assert.match(changed.out, /- GET \*\/api\/policies\n.*\+ GET [^/]+\/api\/contracts/)
  })

  it("makes the sandbox behave like the company", async () => {
    const cassettes = join(folder, language, "cassettes")
    const failed = { ...JSON.parse(read(language, "cassettes", "login.json")), failure: "call 2 was answered with 502" }
    writeFileSync(join(cassettes, "a-failure.json"), JSON.stringify(failed))
    const service = serviceOf(language, { cassettes: ["cassettes"] })
    try {
      await service.start()
      const parameters = [{ type: "USERNAME_PASSWORD", username: "anybody", password: "anything" }] as const
      const id = await service.client.begin({ company, loginMethod: "USERNAME_AND_PASSWORD", parameters })
      const asked = await service.client.poll(id, ({ status }) => status === "TWO_FACTOR_PENDING")
      await service.client.supply(asked, { type: "TWO_FACTOR_CODE", value: "135791" })
      assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED")
    } finally {
      await service.kill()
      rmSync(join(cassettes, "a-failure.json"))
    }
  })

  it("is not recorded in production mode", async () => {
    const refused = await enter([], ["record", join(folder, language)], { SHEAF_MODE: "production" })
    assert.include(refused.err, "SHEAF_MODE=production")
  })
})

const pythonKit = `
import gzip, http.client, http.server, json, os, threading, urllib.request
from sheaf_connector import Calls, Handler, Refusal, Server, Site, SiteResponse, key_of, read_form, read_table

class Page(http.server.BaseHTTPRequestHandler):
    log_message = lambda *_: None
    def do_GET(self):
        self.send_response(200)
        for name, value in (("Content-Type", "text/html; charset=iso-8859-1"), ("Content-Encoding", "gzip"), ("Set-Cookie", "a=1"),
                            ("Set-Cookie", "b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT"), ("Set-Cookie", "c=3; Max-Age=-1")):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(gzip.compress("L\\u00f5pp".encode("latin-1")))

class Failing:
    companies = ["ee-acme"]
    def begin(self, order, call): return {}["Mari Maasikas"]

def run(server):
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"

class Company(http.server.BaseHTTPRequestHandler):
    log_message = lambda *_: None
    def do_GET(self):
        sent.append(self.headers.get("Cookie"))
        self.send_response(200)
        for cookie in ["a=1; Domain=.ACME.example", "b=2; Domain=example", "c=3; Domain=other.example", "d=4; domain=login.acme.example",
                       "e=5", "f=6; Domain=127.0.0.1"] if len(sent) < 3 else []: self.send_header("Set-Cookie", cookie)
        self.end_headers()

page_of = lambda text: SiteResponse(200, "https://min.acme.example/login", http.client.HTTPMessage(), text.encode())

def refused(read, *arguments):
    try: return read(*arguments)
    except Refusal as refusal: return refusal.args

sent, company = [], run(http.server.HTTPServer(("127.0.0.1", 0), Company))
visit = Site(None, company)
for host in ["login.acme.example", "127.0.0.1:8080", "login.acme.example:444", "min.acme.example", "acme.example", "myacme.example", "127.0.0.1"]:
    visit.get(f"https://{host}/")
form = """<form action="/search"><input name="q"></form><form action="session"><input type=hidden name=csrf value="a&amp;b"><input name="username">
  <input type="checkbox" name="stay" checked><input type="submit" name="go"><select name="lang"><option value="en"><option value="et" selected></select>"""
table = """<table><tr><th>Policy</th><th colspan="2">Object</th><th><b>Valid</b> from:</th></tr><tr><td><a href="/p/1.pdf">AB-1</a></td>
  <td>&Scaron;koda</td><td>x</td><td> 2026-03-01</td></tr><tr><td colspan="4">1 policy</td></tr></table>"""
read = [sent[2:], refused(read_form, page_of(form), "username"), refused(read_form, page_of(form), "username", "password"),
        refused(read_table, page_of(table), "Valid from", "Policy"), refused(read_table, page_of(table), "Ends")]
site = Site()
page = site.get(run(http.server.HTTPServer(("127.0.0.1", 0), Page)))
connector = Server(("127.0.0.1", 0), Handler)
connector.secret, connector.calls = "secret", Calls(Failing(), key_of("key"))
order = {"company": "ee-acme", "products": [], "loginMethod": "EMAIL", "login": {"type": "EMAIL", "email": "a@b.example"}}
try: urllib.request.urlopen(urllib.request.Request(run(connector) + "/v1/begin", json.dumps(order).encode(), {"Authorization": "Bearer secret"}))
except urllib.error.HTTPError as error: status = error.code
print(json.dumps([page.text, list(site.cookies.values()), status, read]), flush=True)
os._exit(0)
`

it("the kit in Python reads pages as browsers do, and says where a connector failed, but not with which value", () => {
  const { stderr, stdout } = spawnSync("python3", ["-c", pythonKit], { cwd: join(folder, "python"), encoding: "utf8" })
  const changed = "The company's page has changed: it has no"
  assert.deepStrictEqual(JSON.parse(stdout), [
    "Lõpp",
    [{ a: "1" }],
    500,
    [
      ["a=1; d=4; e=5", "a=1", "a=1", null, "e=5; f=6"],
      ["https://min.acme.example/session", { csrf: "a&b", username: "", stay: "on", lang: "et" }],
      [502, `${changed} form with password`],
      [{ "Valid from": ["2026-03-01", null], Policy: ["AB-1", "https://min.acme.example/p/1.pdf"] }],
      [502, `${changed} table with Ends`]
    ]
  ])
  assert.match(stderr, /the connector failed: KeyError\n[^]* in begin/)
  assert.notInclude(stderr, "Maasikas")
})

describe("a recording", () => {
  const login = ["mari", "kuldnokk", "246810"]
  const own = () => join(folder, "python")
  const hasCassette = (name: string) => existsSync(join(own(), "cassettes", `${name}.json`))

  const withChange = async <A>(file: string, from: string, to: string, use: () => Promise<A>): Promise<A> => {
    const path = join(own(), file)
    const text = readFileSync(path, "utf8")
    assert.include(text, from)
    writeFileSync(path, text.replaceAll(from, to))
    try {
      return await use()
    } finally {
      writeFileSync(path, text)
    }
  }

  const recordChanged = (name: string, file: string, from: string, to: string) =>
    withChange(file, from, to, () => enter(login, ["record", own(), "--name", name]))

  it("is refused if the connector kept records of the real login, with the place", async () => {
    const cache = join(folder, "cache.json")
    const { code, err } = await recordChanged(
      "kept",
      "connector.py",
      'return complete({"at": "COLLECTED"',
      `import json, pathlib; cache = pathlib.Path("${cache}")
            cache.exists() or cache.write_text(json.dumps(records))
            records = json.loads(cache.read_text())
            return complete({"at": "COLLECTED"`
    )
    assert.strictEqual(code, 1)
    assert.match(err, /recorded values would be in the cassette.*\/collected\/insurance\/0.*keeps what it collected/)
    assert.isFalse(hasCassette("kept"))
  })

  it("is refused if the connector does not use the proxy", async () => {
    const { code, err } = await recordChanged(
      "direct",
      "connector.py",
      "serve(lambda base, key: Company(home))",
      "[os.environ.pop(name) for name in list(os.environ) if 'proxy' in name.lower()]; serve(lambda base, key: Company(home))"
    )
    assert.strictEqual(code, 1)
    assert.match(err, /without a request through the proxy/)
    assert.isFalse(hasCassette("direct"))
  })

  it.each([
    ["moved", "/api/policies", "/api/contracts", ["GET */api/policies:", "- status 200", "+ status 404"]],
    [
      "renamed",
      "policyNumber",
      "contractNumber",
      ["- .policies[].policyNumber string", "+ .policies[].contractNumber string"]
    ]
  ])(
    "of a company that has %s a page or a member fails, and shows what has changed",
    async (name, from, to, changes) => {
      const { code, err } = await recordChanged(name, "company_site.py", from, to)
      assert.strictEqual(code, 1)
      assert.match(err, /the login failed: call 3, resume, was answered with 50[02]/)
      const cassettes = ["login", name].map((each) => join(own(), "cassettes", `${each}.json`))
      const compared = await sheaf("diff", ...cassettes)
      assert.strictEqual(compared.code, 1)
      assert.match(compared.out, /^\S+: the login failed \(call 3, /)
      for (const change of changes) assert.include(compared.out, change)
      assert.notInclude(compared.out, "/terms")
      const checked = await sheaf("check", own())
      assert.strictEqual(checked.code, 1)
      const [, fault = ""] = checked.out.split(`${name}.json:`)
      assert.match(
        fault,
        /^\n {2}FAULT the login fails in call 3, resume, with 50[02]. What has changed since login.json:\n/
      )
      for (const change of changes) assert.include(fault, change)
      assert.notInclude(fault, "as recorded")
      rmSync(join(own(), "cassettes", `${name}.json`))
    }
  )

  it("says which records and documents the invented data lose", async () => {
    const { code, out } = await recordChanged(
      "lossy",
      "connector.py",
      'records = [record_of(index, policy) for index, policy in enumerate(answer.json()["policies"])]',
      `records = [record_of(index, policy) for index, policy in enumerate(answer.json()["policies"]) if "40817" in policy["policyNumber"]]`
    )
    assert.strictEqual(code, 0, out)
    assert.include(out, "of 1 records, the connector finds 0 in invented data")
    assert.include(out, "of 1 documents, the connector finds 0 in invented data")
    assert.include(out, "call 3, resume, ended in COMPLETED, but with invented data in COMPLETED_EMPTY")
    rmSync(join(own(), "cassettes", "lossy.json"))
  })

  it("is reported if nothing can play it", async () => {
    const { code, err } = await recordChanged(
      "unplayable",
      "connector.py",
      "records = [record_of(",
      'assert "40817" in answer.text; records = [record_of('
    )
    assert.strictEqual(code, 1)
    assert.include(err, "the cassette cannot be played, because with invented data call 3, resume, got 500")
    rmSync(join(own(), "cassettes", "unplayable.json"))
  })

  it("of a company that has moved a field of the login says that the page has changed", async () => {
    const { code, err, out } = await recordChanged(
      "field",
      "company_site.py",
      '<input name="username">',
      '<input name="user">'
    )
    assert.strictEqual(code, 1)
    assert.include(out, "502: The company's page has changed: it has no form with username")
    assert.include(err, "the login failed: call 1, begin, was answered with 502")
    assert.include((await sheaf("check", own())).out, '- <input name="username">')
    rmSync(join(own(), "cassettes", "field.json"))
  })

  it("with other records than another one shows which members they lack", async () => {
    const optional = '**{name: text for name, text in policy.items() if name == "brand"},'
    const { out } = await withChange("connector.py", '"brand": policy["brand"],', optional, async () => {
      const { code, err } = await recordChanged("quiet", "company_site.py", ', "brand": "Skoda"', "")
      assert.strictEqual(code, 0, err)
      return sheaf("check", own())
    })
    assert.include(out, "note  vehicleInsurance.car lacks insurance.brand, unlike in login.json")
    assert.notInclude(out, "FAULT")
    rmSync(join(own(), "cassettes", "quiet.json"))
  })

  it("replaces no other, and says what it lacks", async () => {
    assert.include((await enter(login, ["record", own()])).err, "login.json exists")
    const ended = await enter([], ["record", own(), "--name", "ended"], { COMPANY_URL: "http://127.0.0.1:2/" })
    assert.include(ended.out + ended.err, "No response from 127.0.0.1:2: ECONNREFUSED")
    const short = await CommandLine.run(
      { folder, dataDir: join(folder, "data") },
      ["connector", "record", own(), "--name", "ended"],
      { PATH: process.env["PATH"] ?? "" }
    )
    assert.include(short.err, 'the input ended at "username:"')
    assert.include((await sheaf("check", join(folder, "nowhere"))).err, "does not exist")
  })
})

it("writes a new connector only into an empty folder, and only for a company id", async () => {
  mkdirSync(join(folder, "full", "file"), { recursive: true })
  const full = await sheaf("new", company, "--language", "typescript", "--output", join(folder, "full"))
  assert.include(full.err, "is not empty")
  assert.include((await sheaf("new", "acme", "--language", "typescript")).err, "begins with a market (")
})
