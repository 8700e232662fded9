/**
 * Follows the Dockerfile without Docker: starts the bundle from a read-only tree as another user. Also checks the
 * systemd unit.
 */
import { freePort } from "@sheaf/adapters-sql/testing"
import { waitFor } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { execFileSync, spawn, spawnSync } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as DeployFiles from "../../src/testing/DeployFiles.ts"
import * as ServerPackage from "../../src/testing/ServerPackage.ts"

/** Only root can start a process as another user. */
const isRoot = process.getuid?.() === 0

describe("the image", () => {
  const scratch = mkdtempSync(join(tmpdir(), "sheaf-image-"))
  const [opt, data] = [join(scratch, "opt", "sheaf"), join(scratch, "data")]
  const [user = 0, group = 0] = (DeployFiles.dockerfileInstructions("USER")[0] ?? "").split(":").map(Number)
  const identity = isRoot ? { uid: user, gid: group } : {}
  let env: Readonly<Record<string, string>>
  let service: ChildProcess

  beforeAll(async () => {
    chmodSync(scratch, 0o755)
    ServerPackage.installCommand(await ServerPackage.pack(scratch), opt)
    execFileSync("chmod", ["-R", "a+rX,a-w", opt])
    // Copies Node.js, because other users may have no access to the checkout's folder.
    cpSync(process.execPath, join(scratch, "node"))
    mkdirSync(data, { mode: 0o700 })
    if (isRoot) chownSync(data, user, group)
    const secret = (byte: number) => Buffer.alloc(32, byte).toString("base64")
    env = {
      ...DeployFiles.imageEnvironment(),
      PORT: String(await freePort()),
      MTLS_PORT: "off",
      SHEAF_DATA_DIR: data,
      SHEAF_DEMO: "off",
      SHEAF_KEYS: `first:${secret(7)}`,
      SHEAF_PEPPER: secret(8),
      LOGIN_HOST_PORT: "0"
    }
    const [, ...words] = DeployFiles.commandOf(DeployFiles.dockerfileInstructions("ENTRYPOINT")[0])
    const program = words.map((word) => word.replace("/opt/sheaf", opt))
    const all = [...program, ...DeployFiles.commandOf(DeployFiles.dockerfileInstructions("CMD")[0])]
    service = spawn(join(scratch, "node"), all, { env, cwd: "/", stdio: ["ignore", "pipe", "pipe"], ...identity })
    await waitFor(async () => {
      const health = await fetch(`http://127.0.0.1:${env["PORT"]}/health`).catch(() => undefined)
      return health?.ok === true || service.exitCode !== null
    }, Boolean)
  })

  afterAll(async () => {
    if (service.exitCode === null) {
      service.kill("SIGTERM")
      await once(service, "exit")
    }
    rmSync(scratch, { recursive: true, force: true })
  })

  it("serves, and its health check notices when it stops", async () => {
    const [, ...check] = DeployFiles.commandOf(DeployFiles.dockerfileInstructions("HEALTHCHECK")[0])
    const status = () => spawnSync(join(scratch, "node"), check, { env, ...identity }).status
    assert.strictEqual(status(), 0)
    assert.strictEqual((await fetch(`http://127.0.0.1:${env["PORT"]}/ready`)).status, 200)
    if (isRoot) assert.match(readFileSync(`/proc/${service.pid}/status`, "utf8"), new RegExp(`Uid:\\t${user}\\t`))
    service.kill("SIGTERM")
    assert.deepStrictEqual(await once(service, "exit"), [0, null])
    assert.strictEqual(status(), 1)
  })

  it("writes nothing outside its data folder", () => {
    const written = execFileSync("find", [
      scratch,
      "-newer",
      join(scratch, "node"),
      "-type",
      "f",
      "-not",
      "-path",
      `${data}/*`
    ])
    assert.strictEqual(written.toString(), "")
  })
})

describe("the systemd unit", () => {
  it("can read the settings and keys that the guide's steps leave behind, and can change only its data", async () => {
    const scratch = mkdtempSync(join(tmpdir(), "sheaf-etc-"))
    chmodSync(scratch, 0o755)
    ServerPackage.installCommand(await ServerPackage.pack(scratch), join(scratch, "opt"))
    execFileSync("chmod", ["-R", "a+rX", join(scratch, "opt")])
    cpSync(process.execPath, join(scratch, "node"))
    const [uid, gid] = isRoot ? [65532, 65532] : [process.getuid?.(), process.getgid?.()]
    const service = isRoot ? { uid, gid } : {}
    const company = { company: "ee-saare", companyDisplayName: "Saare", loginMethods: ["EMAIL"] }
    const insurance = [{ insuranceType: "personInsurance", insuranceSubTypes: ["travel"] }]
    const connectors = [{ url: "https://connector.example", companies: [{ ...company, insurance }] }]
    writeFileSync(join(scratch, "companies.json"), JSON.stringify({ connectors }))

    const steps = DeployFiles.systemdGuide()
      .replaceAll(/\\\n */g, "")
      .replaceAll("/etc/sheaf", join(scratch, "etc"))
      .replaceAll("/var/lib/sheaf", join(scratch, "data"))
      .replaceAll("/opt/sheaf", join(scratch, "opt"))
      .replace("chgrp -R sheaf", `chgrp -R ${gid}`)
      .replace("sheaf:sheaf", `${uid}:${gid}`)
      .split("\n")
      .map((line) => line.trim())
    const [initialize = "", ...rights] = steps.filter((line) => /^(\S*sheaf init|mv|chgrp|chmod|chown) /.test(line))
    assert.lengthOf(rights, 4)
    const made = spawnSync(join(scratch, "node"), initialize.split(" "), {
      cwd: scratch,
      encoding: "utf8",
      env: {}
    })
    assert.strictEqual(made.status, 0, made.stderr)
    execFileSync("sh", ["-euc", rights.join("\n")], { cwd: scratch })

    const command =
      steps.find((line) => line.startsWith("runuser -u sheaf -- ")) ?? assert.fail("no command in the guide")
    for (const words of ["config check", "clients list"]) {
      const line = command
        .replace("runuser -u sheaf -- ", "")
        .replace("exec ", `exec ${join(scratch, "node")} `)
        .replace("clients list", words)
      const { status, stderr, stdout } = spawnSync("sh", ["-euc", line], {
        cwd: "/",
        encoding: "utf8",
        env: {},
        ...service
      })
      assert.strictEqual(status, 0, stderr)
      assert.match(stdout, /mode=production|Brask/)
    }
    const [etc, opt] = [join(scratch, "etc"), join(scratch, "opt")]
    const writable = spawnSync("find", [etc, opt, "-writable"], { encoding: "utf8", ...service })
    if (isRoot) assert.deepStrictEqual([writable.status, writable.stdout], [0, ""], writable.stderr)
    const others = spawnSync("find", [etc, "-perm", "/o+rwx"], { encoding: "utf8" })
    assert.deepStrictEqual([others.status, others.stdout], [0, ""])
    rmSync(scratch, { recursive: true })
  })

  it("passes systemd-analyze, with an exposure of at most 2.5", () => {
    const scratch = mkdtempSync(join(tmpdir(), "sheaf-unit-"))
    const unit = join(scratch, "sheaf.service")
    const text = DeployFiles.readDeployFile("systemd/sheaf.service").replace("/usr/bin/node", process.execPath)
    writeFileSync(unit, text)
    const analyze = (...words: ReadonlyArray<string>) => {
      const { error, status, stderr, stdout } = spawnSync("systemd-analyze", words, { encoding: "utf8" })
      if (error !== undefined) throw new Error("this test needs systemd-analyze, from the package systemd")
      return { status, said: stdout + stderr }
    }
    const verified = analyze("verify", unit)
    assert.strictEqual(verified.status, 0, verified.said)
    assert.notMatch(verified.said, /sheaf\.service/)
    const judged = analyze("security", "--offline=yes", "--threshold=25", unit)
    assert.strictEqual(judged.status, 0, judged.said.slice(-300))
    rmSync(scratch, { recursive: true })
  })
})
