/**
 * `npm run image:check`: runs the steps of `deploy/Dockerfile` in a new Debian root, for machines without Docker. Then
 * sets up a production service there with `sheaf init`, and starts it as the image's user with a read-only root. This
 * needs Linux, root, debootstrap and a Debian mirror, so CI does not run it.
 */
import { freePort } from "@sheaf/adapters-sql/testing"
import { DeployFiles, ServerPackage } from "@sheaf/app-api/testing"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { runProgram } from "./Command.ts"

const scratch = mkdtempSync(join(tmpdir(), "sheaf-image-"))
const [root, data] = [join(scratch, "root"), join(scratch, "data")]
const dataDir = "/var/lib/sheaf"

const [image = "", nodeVersion = "", suite = ""] =
  /^FROM node:([\d.]+)-(\w+)-slim@\$\{NODE_DIGEST\}$/m.exec(DeployFiles.readDeployFile("Dockerfile")) ?? []
const [identity = ""] = DeployFiles.dockerfileInstructions("USER")
const [user = 0, group = 0] = identity.split(":").map(Number)

const expect = (isMet: boolean, what: string): void => {
  if (!isMet) throw new Error(what)
  console.log(`✓ ${what}`)
}

/**
 * Mounts the image's root read-only, with the volume and an empty /tmp, and runs a program there as the image's user.
 */
const enter = `set -eu; root=$1; data=$2; shift 2
mount --make-rprivate /
mount --bind "$root" "$root"; mount --bind "$data" "$root${dataDir}"
mount -t tmpfs tmpfs "$root/tmp"; mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec chroot --userspec=${identity} "$root" "$@"`

const entered = (words: ReadonlyArray<string>) => ["--mount", "sh", "-c", enter, "sh", root, data, ...words]

const variables = DeployFiles.imageEnvironment()
const path = "/usr/local/bin:/usr/bin:/bin:/usr/sbin"

const inImage = (words: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const all = { PATH: path, ...variables, ...env }
  return spawnSync("unshare", entered(words), { encoding: "utf8", env: all })
}

/** Runs the last stage of the Dockerfile on a minimal Debian, with the checkout's Node.js. */
const build = async (): Promise<void> => {
  const built = join(scratch, "built")
  ServerPackage.installCommand(await ServerPackage.pack(scratch), join(built, "opt/sheaf"))
  runProgram(scratch, "debootstrap", "--variant=minbase", suite, root)
  cpSync(process.execPath, join(root, "usr/local/bin/node"))
  for (const text of DeployFiles.dockerfileInstructions("COPY")) {
    const [from = "", to = ""] = text.split(" ").filter((word) => !word.startsWith("--"))
    cpSync(join(built, from), join(root, to), { recursive: true, verbatimSymlinks: true })
  }
  for (const text of DeployFiles.dockerfileInstructions("RUN"))
    runProgram(scratch, "chroot", root, "/bin/sh", "-c", text)
  // A new volume has the owner and the mode of the folder in the image.
  mkdirSync(data)
  chownSync(data, user, group)
  chmodSync(data, 0o700)
}

const companies = {
  proxies: ["10.0.0.0/8"],
  connectors: [
    {
      url: "https://connector.example",
      companies: [
        {
          company: "ee-saare",
          companyDisplayName: "Saare",
          loginMethods: ["EMAIL"],
          insurance: [{ insuranceType: "personInsurance", insuranceSubTypes: ["travel"] }]
        }
      ]
    }
  ]
}

/** Sends the first call over mutual TLS, as the operations guide shows. */
const call = (port: string, key: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const file = (name: string) => readFileSync(join(data, "service/client", name))
    const sent = request(
      `https://127.0.0.1:${port}/companies/availability?market=ee`,
      {
        ca: file("ca.pem"),
        cert: file("client.pem"),
        key: file("client.key"),
        headers: { "authorization-token": key, "service-version": "2026-04-01" }
      },
      (response) => resolve(response.resume().statusCode)
    )
    sent.on("error", reject).end()
  })

try {
  expect(
    process.version === `v${nodeVersion}`,
    `Node.js ${process.version} is the one of ${image.slice(5).split("@")[0]}`
  )
  await build()
  const outside = runProgram(scratch, "find", root, "-name", "node_modules", "-not", "-path", `${root}/opt/sheaf/*`)
  expect(outside === "", "the image has the package, and no others")
  const [, ...words] = DeployFiles.commandOf(DeployFiles.dockerfileInstructions("ENTRYPOINT")[0])
  const sheaf = (...more: ReadonlyArray<string>) => ["node", ...words, ...more]
  writeFileSync(join(root, "etc/companies.json"), JSON.stringify(companies))
  const flags = { folder: `${dataDir}/service`, config: "/etc/companies.json", client: "Brask" }
  const given = Object.entries({ ...flags, "public-url": "https://sheaf.example" })
  const made = inImage(sheaf("init", ...given.flatMap(([name, value]) => [`--${name}`, value])))
  expect(made.status === 0, `sheaf init sets up a production service as user ${identity}\n${made.stderr}`)
  const key = readFileSync(join(data, "service/client/api-key"), "utf8").trim()

  const settings = readFileSync(join(data, "service/sheaf.env"), "utf8").trimEnd().split("\n")
  const own = Object.fromEntries(settings.map((line) => line.split("=") as [string, string]))
  const [port, secure] = [String(await freePort()), String(await freePort())]
  const env = { PATH: path, ...variables, ...own, PORT: port, MTLS_PORT: secure }
  const service = spawn(
    "unshare",
    entered(sheaf(...DeployFiles.commandOf(DeployFiles.dockerfileInstructions("CMD")[0]))),
    {
      env,
      stdio: ["ignore", "ignore", "inherit"]
    }
  )
  try {
    const check = DeployFiles.commandOf(DeployFiles.dockerfileInstructions("HEALTHCHECK")[0])
    const isHealthy = () => inImage(check, env).status === 0
    while (service.exitCode === null && !isHealthy()) await pause(200)
    expect(service.exitCode === null, "the service starts in production mode, and its health check succeeds")
    const status = readFileSync(`/proc/${service.pid}/status`, "utf8")
    expect(new RegExp(`^Uid:\t${user}\t${user}\t`, "m").test(status), `it runs as user ${user}`)
    expect(/^CapEff:\t0+$/m.test(status), "it has no capabilities")
    const written = inImage(["touch", "/opt/sheaf/written"])
    expect(/Read-only file system/.test(written.stderr), "its root is read-only")
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status === 200, "it is ready")
    expect((await call(secure, key)) === 200, "the client's first call over mutual TLS succeeds")
    service.kill("SIGTERM")
    const [code] = await once(service, "exit")
    expect(code === 0 && !isHealthy(), "it stops with exit code 0, and the health check fails")
  } finally {
    service.kill("SIGKILL")
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
