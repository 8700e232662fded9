/** One run of a scenario: starts it, follows its status, and does what the person would do. */
import { signal } from "@preact/signals"
import { SheafProblem } from "@sheaf/client"
import type { Signal } from "@preact/signals"
import type {
  CollectionStatus,
  ConsentAnswer,
  ConsentStatus,
  LoginMethod,
  SheafClient,
  SupplementInfo
} from "@sheaf/client"
import { dataIn } from "./CollectedRecords.ts"
import { HttpExchangeLog } from "./Exchanges.ts"
import * as StoredRuns from "./StoredRuns.ts"
import type { StoredRun, StatusTime } from "./StoredRuns.ts"
import { parametersFor } from "./ScenarioCatalog.ts"
import type { PlayableScenario } from "./PlayableScenario.ts"
import { makeClient, credentialHeaders, errorTextOf } from "./ServiceClient.ts"
import { expireWaitingRuns } from "./WaitingRuns.ts"

export type RunStatus = CollectionStatus | ConsentStatus

export const orderPageIn = (status: RunStatus): string | undefined => {
  if ("authInstructions" in status) return status.authInstructions?.orderPageUrl
  return "extraInformation" in status ? status.extraInformation?.ORDER_PAGE_URL : undefined
}

/** True if a collection has ended with records. False for consents, because their accounts are read only on request. */
export const hasRecords = (status: RunStatus): boolean =>
  "collectionId" in status && /^COMPLETED(?:_PARTIAL)?$/.test(status.status)

const form = { "content-type": "application/x-www-form-urlencoded" }

export class ScenarioRun {
  readonly scenario: PlayableScenario
  readonly method: LoginMethod | undefined
  readonly exchanges: HttpExchangeLog
  readonly id = signal<string | undefined>(undefined)
  readonly current = signal<RunStatus | undefined>(undefined)
  readonly seen: Signal<ReadonlyArray<StatusTime>>
  readonly failure = signal<string | undefined>(undefined)
  /** True if the run could not start because too many others wait for the same person. */
  readonly isCrowded = signal(false)
  readonly ended = signal(false)
  /** True after an answer is sent and until the next status arrives, so that a question cannot be answered twice. */
  readonly isAnswering = signal(false)
  readonly isReading = signal(false)
  readonly hasRead = signal(false)
  readonly answered: Signal<number>
  readonly #stop = new AbortController()
  /**
   * When the run started, in milliseconds since 1970. If another tab started the run, this time comes from the run's
   * first status.
   */
  #startedAt: number | undefined
  readonly #client: SheafClient

  /** `kept` is the run as stored before a reload. */
  constructor(scenario: PlayableScenario, method: LoginMethod | undefined, kept?: StoredRun) {
    this.scenario = scenario
    this.method = method
    this.exchanges = new HttpExchangeLog(kept?.exchanges)
    this.seen = signal(kept?.seen ?? [])
    this.answered = signal(kept?.answered ?? 0)
    this.#startedAt = kept?.startedAt
    this.#client = makeClient(this.exchanges.fetch)
  }

  /** Runs until the collection or consent ends or `stop` is called. */
  async start(): Promise<void> {
    this.#startedAt = Date.now()
    await this.#attempt(() => (this.scenario.kind === "COLLECTION" ? this.#collect() : this.#consent()))
  }

  /** Ends the runs that wait, in other tabs, too, and starts again. */
  async startAlone(): Promise<void> {
    await this.#attempt(expireWaitingRuns)
    if (this.failure.value === undefined) await this.start()
  }

  async resume(id: string): Promise<void> {
    this.id.value = id
    await this.#attempt(() => this.#follow(id))
  }

  get kept(): StoredRun {
    return {
      ...(this.#startedAt !== undefined && { startedAt: this.#startedAt }),
      ...(this.method && { method: this.method }),
      exchanges: this.exchanges.all.value,
      seen: this.seen.value,
      answered: this.answered.value
    }
  }

  /** Stops following the status. The collection or consent itself continues to run in the service. */
  stop(): void {
    this.#stop.abort()
  }

  get nextAnswer(): SupplementInfo | undefined {
    return this.scenario.kind === "COLLECTION" ? this.scenario.supplements?.[this.answered.value] : undefined
  }

  get nextBankAnswer(): ConsentAnswer | undefined {
    return this.scenario.kind === "CONSENT" ? this.scenario.answers?.[this.answered.value] : undefined
  }

  /**
   * Answers the collection's question. If the question is a list of requests for the person's device, pass one input
   * for each request.
   */
  answer(...inputs: ReadonlyArray<SupplementInfo>): Promise<void> {
    return this.#answering(inputs.length, async () => {
      for (const input of inputs) await this.#client.collections.at(this.id.value ?? "").answer(input)
    })
  }

  answerBank(answer: ConsentAnswer): Promise<void> {
    return this.#answering(1, async () => {
      await (await this.#user()).consents.at(this.id.value ?? "").answer(answer)
    })
  }

  #answering(count: number, send: () => Promise<void>): Promise<void> {
    const before = this.answered.value
    this.isAnswering.value = true
    return this.#attempt(async () => {
      try {
        await send()
        this.answered.value = before + count
      } catch (error) {
        this.isAnswering.value = false
        throw error
      }
    })
  }

  press(button: string): Promise<void> {
    return this.#attempt(async () => {
      const page = this.current.value && orderPageIn(this.current.value)
      const { pathname } = new URL(page ?? "", location.origin)
      await this.exchanges.send(pathname, { method: "POST", headers: form, body: `press=${button}` })
    })
  }

  expire(): Promise<void> {
    const things = this.scenario.kind === "COLLECTION" ? "collections" : "consents"
    return this.#attempt(async () => {
      const path = `/sandbox/${things}/${this.id.value}/expire`
      await this.exchanges.send(path, { method: "POST", headers: { ...credentialHeaders } })
      if (this.ended.value) await this.#refresh()
    })
  }

  revoke(): Promise<void> {
    return this.#attempt(async () => {
      const user = await this.#user()
      this.#see(await user.consents.at(this.id.value ?? "").revoke())
    })
  }

  /** Reads the collected data, or the accounts that the consent gives access to. All personal data is fictitious. */
  readData(): Promise<void> {
    return this.#attempt(async () => {
      await this.#read()
      this.hasRead.value = true
    })
  }

  async #read(): Promise<void> {
    this.isReading.value = true
    try {
      await (
        this.scenario.kind === "COLLECTION" ? this.#client.collections.at(this.id.value ?? "") : await this.#accounts()
      ).data()
    } finally {
      this.isReading.value = false
    }
  }

  async #accounts() {
    const { company, parameters } = this.scenario
    const user = await this.#user()
    const psuIpAddress = parameters.flatMap((each) => (each.type === "PSD2_AIS_CONSENT" ? each.psuIpAddress : []))[0]
    const collection = await user.collections.start({
      company,
      parameters: [{ type: "STORED_CONSENT", consentId: this.id.value ?? "", ...(psuIpAddress && { psuIpAddress }) }]
    })
    await collection.finished()
    return collection
  }

  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      this.failure.value = undefined
      this.isCrowded.value = false
      await action()
    } catch (error) {
      if (this.#stop.signal.aborted) return
      this.failure.value = errorTextOf(error)
      this.isCrowded.value = error instanceof SheafProblem && error.code === "TOO_MANY_ATTEMPTS"
    }
  }

  #see(status: RunStatus): void {
    this.current.value = status
    this.isAnswering.value = false
    if (this.seen.value.at(-1)?.status === status.status) return
    const now = this.#startedAt === undefined ? Date.parse(status.statusChangedAt) : Date.now()
    this.#startedAt ??= Date.parse(status.createdAt)
    this.seen.value = [...this.seen.value, { status: status.status, after: now - this.#startedAt }]
  }

  async #collect(): Promise<void> {
    const { company } = this.scenario
    // A second run of a scenario in this tab replaces the first, as it should in a client's program (spec 2.1).
    const session = { type: "SESSION_METADATA", attributes: { SESSION_ID: StoredRuns.sessionId() } } as const
    const collection = await this.#client.collections.start({
      company,
      ...(this.method !== undefined && { loginMethod: this.method }),
      parameters: [...parametersFor(this.scenario, this.method), session]
    })
    this.id.value = collection.id
    await this.#follow(collection.id)
  }

  #session: Promise<SheafClient> | undefined

  /**
   * Returns a client that acts for the console's own user. Consents need it, because each consent belongs to a user.
   */
  #user(): Promise<SheafClient> {
    this.#session ??= this.#client.users
      .create({ externalId: "sandbox-console" })
      .then(({ userId }) => this.#client.users.openSession(userId))
      .then(({ token }) => this.#client.asUser(token))
    return this.#session
  }

  async #consent(): Promise<void> {
    const user = await this.#user()
    const { company } = this.scenario
    const consent = await user.consents.create({
      company,
      ...(this.method !== undefined && { loginMethod: this.method }),
      parameters: parametersFor(this.scenario, this.method)
    })
    this.id.value = consent.id
    await this.#follow(consent.id)
  }

  async #follow(id: string): Promise<void> {
    const options = { signal: this.#stop.signal }
    const updates =
      this.scenario.kind === "COLLECTION"
        ? this.#client.collections.at(id).updates(options)
        : (await this.#user()).consents.at(id).updates(options)
    for await (const status of updates) this.#see(status)
    this.ended.value = true
    const status = this.current.value
    if (status !== undefined && hasRecords(status) && dataIn(this.exchanges.all.value) === undefined) await this.#read()
  }

  async #refresh(): Promise<void> {
    const id = this.id.value ?? ""
    const { kind } = this.scenario
    this.#see(
      kind === "COLLECTION"
        ? await this.#client.collections.at(id).status()
        : await (await this.#user()).consents.at(id).status()
    )
  }
}
