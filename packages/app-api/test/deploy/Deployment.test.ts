/** Checks that the paths, ports and settings in the files under `deploy` exist. */
import { Yaml } from "effect/encoding"
import { assert, describe, it } from "vitest"
import * as ConfigText from "../../src/config/ConfigText.ts"
import * as EnvironmentVariables from "../../src/config/EnvironmentVariables.ts"
import { maxStopMillis } from "../../src/service/ShutdownTimeout.ts"
import * as DeployFiles from "../../src/testing/DeployFiles.ts"

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Container {
  readonly image: string
  readonly env: ReadonlyArray<{ readonly name: string; readonly value?: string }>
  readonly ports: ReadonlyArray<{ readonly name: string; readonly containerPort: number }>
  readonly startupProbe: Probe
  readonly livenessProbe: Probe
  readonly readinessProbe: Probe
  readonly securityContext: object
  readonly volumeMounts: ReadonlyArray<{ readonly name: string; readonly mountPath: string }>
}

interface Pod {
  readonly containers: ReadonlyArray<Container>
  readonly volumes: ReadonlyArray<{ readonly name: string }>
  readonly terminationGracePeriodSeconds: number
}

interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly spec: {
    readonly selector: { readonly matchLabels?: object }
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: Pod }
    readonly ports: ReadonlyArray<{ readonly targetPort: string }>
  }
}

interface Compose {
  readonly services: {
    readonly database: { readonly image: string }
    readonly sheaf: {
      readonly build: { readonly args: Readonly<Record<string, string>> }
      readonly environment: Readonly<Record<string, string>>
      readonly secrets: ReadonlyArray<string>
      readonly ports: ReadonlyArray<string>
      readonly read_only: boolean
      readonly stop_grace_period: string
    }
  }
  readonly secrets: object
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: ReadonlyArray<{ readonly gateway: string }> } }
  }
}

const resource = (name: string) => Yaml.parse(DeployFiles.readDeployFile(`kubernetes/${name}.yaml`)) as Resource
const deployment = resource("deployment")
const { spec: pod } = deployment.spec.template
const container = pod.containers[0] ?? assert.fail("the pod has no container")
const compose = Yaml.parse(DeployFiles.readDeployFile("compose.yaml")) as Compose
const unit = DeployFiles.readDeployFile("systemd/sheaf.service")

const ofKubernetes = Object.fromEntries(container.env.map(({ name, value = "" }) => [name, value]))
const ofSystemd = Object.fromEntries(
  Array.from(unit.matchAll(/^Environment=(\w+)=(.*)$/gm), ([, name = "", value = ""]) => [name, value])
)

describe.each([
  ["the image", DeployFiles.imageEnvironment()],
  ["Kubernetes", ofKubernetes],
  ["Compose", compose.services.sheaf.environment],
  ["systemd", ofSystemd]
])("%s", (_, environment) => {
  it("sets only variables that Sheaf or Node.js reads", () => {
    const known = [...Object.keys(EnvironmentVariables.all), "NODE_ENV"]
    assert.deepStrictEqual(
      Object.keys(environment).filter((name) => !known.includes(name)),
      []
    )
  })
})

it("the settings of the containers are those of production mode", () => {
  for (const environment of [ofKubernetes, compose.services.sheaf.environment]) {
    assert.strictEqual(environment["SHEAF_MODE"], "production")
    assert.match(environment["SHEAF_PUBLIC_URL"] ?? "", /^https:/)
    for (const name of ["SHEAF_KEYS_FILE", "SHEAF_PEPPER_FILE", "DATABASE_URL_FILE"]) assert.property(environment, name)
  }
})

describe("systemd", () => {
  const settings = (name: string) =>
    Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm")), ([, value = ""]) => value)
  const [state = ""] = settings("StateDirectory").map((name) => `/var/lib/${name}`)
  const isWritable = (path: string) => `${path}/`.startsWith(`${state}/`) || path.startsWith("/var/lib/private")
  const guide = DeployFiles.systemdGuide()

  it("reads the settings that the guide's init writes, and sets none of them itself", () => {
    const [, folder = "", dataDir = ""] = /init --folder (\S+) --data-dir (\S+) /.exec(guide) ?? []
    assert.deepStrictEqual(settings("EnvironmentFile"), [`${folder}/sheaf.env`])
    assert.strictEqual(dataDir, state)
    assert.deepStrictEqual(Object.keys(ofSystemd), ["NODE_ENV"])
  })

  it("reads no settings, keys or programs from the folder that the service can write", () => {
    const loaded = [...settings("LoadCredential"), ...settings("LoadCredentialEncrypted")].map(
      (text) => text.split(":")[1]
    )
    const started = settings("ExecStart").flatMap((line) => line.split(" "))
    const read = [...settings("EnvironmentFile"), ...loaded, ...started].filter((path) => path?.startsWith("/"))
    assert.isNotEmpty(read)
    for (const path of read) assert.isFalse(isWritable(path ?? ""), path)
  })

  it("sources only the unit's settings in the guide, as the service's user", () => {
    const sourced = Array.from(guide.matchAll(/^.*[;&] \. (\S+);.*$/gm), ([line, path]) => [
      line.trim().split(" -- ")[0],
      path
    ])
    assert.deepStrictEqual(sourced, [[`runuser -u ${settings("User")[0]}`, settings("EnvironmentFile")[0]]])
  })
})

it("no image is taken by its tag alone: without a digest, nothing is built or started", () => {
  const bases = Array.from(DeployFiles.readDeployFile("Dockerfile").matchAll(/^FROM (\S+)/gm), ([, base = ""]) => base)
  assert.lengthOf(bases, 2)
  for (const base of bases) assert.match(base, /^[\w.:-]+@\$\{NODE_DIGEST\}$/)
  assert.match(DeployFiles.readDeployFile("Dockerfile"), /^ARG NODE_DIGEST$/m)
  const { database, sheaf } = compose.services
  assert.match(sheaf.build.args["NODE_DIGEST"] ?? "", /^\$\{NODE_DIGEST:\?[^}]+\}$/)
  assert.match(database.image, /@\$\{POSTGRES_DIGEST:\?[^}]+\}$/)
  assert.match(container.image, /^[^@:]+@DIGEST$/)
})

it("the build of the image sees only what is listed, so no key in the checkout gets into a layer", () => {
  const patterns = DeployFiles.readDeployFile("Dockerfile.dockerignore")
    .split("\n")
    .filter((line) => /^[^#]/.test(line))
  assert.strictEqual(patterns[0], "*")
  const kept = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1))
  assert.sameMembers(kept, [
    "package.json",
    "package-lock.json",
    ".npmrc",
    "tsconfig*.json",
    "packages",
    "tools",
    "docs",
    "clients"
  ])
})

it("the example of a configuration file is valid", () => {
  const { errors } = ConfigText.parseConfig(DeployFiles.readDeployFile("config.json"))
  assert.deepStrictEqual(errors, [])
})

it("the example trusts no other address as a proxy than the gateway of Compose", () => {
  const { proxies } = ConfigText.parseConfig(DeployFiles.readDeployFile("config.json")).file
  assert.deepStrictEqual(
    proxies,
    compose.networks.default.ipam.config.map(({ gateway }) => gateway)
  )
})

it("the ports of all files are the ports on which the image listens", () => {
  const exposed = DeployFiles.dockerfileInstructions("EXPOSE")[0]?.split(" ") ?? []
  const { PORT: port = "" } = DeployFiles.imageEnvironment()
  const ports = Object.fromEntries(container.ports.map(({ containerPort, name }) => [name, String(containerPort)]))
  assert.include(exposed, port)
  assert.strictEqual(ports["http"], port)
  assert.strictEqual(ports["metrics"], ofKubernetes["METRICS_PORT"])
  assert.sameMembers(Object.keys(ports), ["http", "metrics"])
  assert.deepStrictEqual(
    resource("service").spec.ports.map(({ targetPort }) => targetPort),
    ["http"]
  )
  for (const published of compose.services.sheaf.ports) assert.include(exposed, published.split(":").at(-1))
})

it("Kubernetes asks the service for its health, and selects its own pods", () => {
  assert.deepStrictEqual(container.livenessProbe.httpGet, { path: "/health", port: "http" })
  assert.deepStrictEqual(container.startupProbe.httpGet, { path: "/health", port: "http" })
  assert.deepStrictEqual(container.readinessProbe.httpGet, { path: "/ready", port: "http" })
  const { labels } = deployment.spec.template.metadata
  assert.deepStrictEqual(deployment.spec.selector.matchLabels, labels)
  assert.deepStrictEqual<object>(resource("service").spec.selector, labels)
  assert.deepStrictEqual(resource("disruption-budget").spec.selector.matchLabels, labels)
})

it("the containers cannot write to their root, and mount every path that the settings name", () => {
  assert.deepInclude(container.securityContext, { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  assert.isTrue(compose.services.sheaf.read_only)
  const volumes = pod.volumes.map(({ name }) => name)
  for (const { name } of container.volumeMounts) assert.include(volumes, name)
  const paths = container.volumeMounts.map(({ mountPath }) => mountPath)
  for (const value of Object.values(ofKubernetes).filter((text) => text.startsWith("/"))) {
    assert.isTrue(
      paths.some((path) => value.startsWith(path)),
      value
    )
  }
  for (const secret of compose.services.sheaf.secrets) assert.property(compose.secrets, secret)
})

it("every file starts the same program, and gives it time to stop", () => {
  const entry = DeployFiles.commandOf(DeployFiles.dockerfileInstructions("ENTRYPOINT")[0])
  assert.include(unit, `ExecStart=/usr/bin/${[...entry, "serve"].join(" ")}\n`)
  const longest = 10 + maxStopMillis / 1000
  const [, systemd = ""] = /^TimeoutStopSec=(\d+)s$/m.exec(unit) ?? []
  const [, ofCompose = ""] = /^(\d+)s$/.exec(compose.services.sheaf.stop_grace_period) ?? []
  for (const seconds of [pod.terminationGracePeriodSeconds, Number(systemd), Number(ofCompose)]) {
    assert.isAtLeast(seconds, longest)
  }
})
