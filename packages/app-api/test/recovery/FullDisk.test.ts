/** Tests a service whose disk (a small tmpfs) is full, and one whose database is damaged. */
import { waitFor } from "@sheaf/sandbox-site/testing"
import { spawnSync } from "node:child_process"
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, it } from "vitest"
import * as CommandLine from "../CommandLine.ts"
import * as Scrape from "../service/Scrape.ts"
import { plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"

const disk = mkdtempSync(join(tmpdir(), "sheaf-disk-"))
/**
 * Mounting needs privileges. Without them, this test is skipped, and only the database's own tests cover these errors.
 */
const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m,mode=700", "none", disk]).status === 0

afterAll(() => {
  if (isMounted) spawnSync("umount", [disk])
  rmSync(disk, { recursive: true })
})

const fill = (file: string): void => {
  const descriptor = openSync(file, "w")
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4096))
  } catch (error) {
    assert.propertyVal(error, "code", "ENOSPC")
  } finally {
    closeSync(descriptor)
  }
}

const readiness = async (service: TestService): Promise<number> => (await service.client.send("/ready")).status

const linesOf = (service: TestService, text: string): number => service.process.output().split(text).length - 1

it.runIf(isMounted)(
  "on a full disk, the service says so once, is not ready, can be backed up elsewhere, and recovers by itself",
  async () => {
    const service = new TestService({ folder: disk, env: { MTLS_PORT: "off", METRICS_PORT: "0" } })
    const place = { folder: tmpdir(), dataDir: service.dataDir }
    const copy = join(tmpdir(), `sheaf-copy-${process.pid}.db`)
    try {
      await service.start()
      fill(join(disk, "filler"))
      const answer = await waitFor(
        () => service.client.post("/collections", plainStart),
        ({ status }) => status !== 201
      )
      assert.strictEqual(answer.expect(503).problem.code, "NOT_READY")
      assert.strictEqual(answer.header("retry-after"), "2")
      assert.strictEqual(await readiness(service), 503)
      assert.strictEqual((await service.client.send("/health")).status, 200)
      assert.strictEqual(linesOf(service, "the disk of the database is full"), 1)
      const samples = Scrape.parse(await (await fetch(Scrape.metricsUrlIn(service.process.output()))).text())
      assert.isAbove(Scrape.sum(samples, "sheaf_database_file_failures_total", { fault: "FULL" }), 0)
      assert.strictEqual(Scrape.sum(samples, "sheaf_ready"), 0)
      const { code, err } = await CommandLine.run(place, ["backup", copy])
      assert.strictEqual(code, 0, err)
      assert.include(err, "The audit log does not record this backup, because the database cannot be written.")
      assert.isTrue(existsSync(copy))
      rmSync(join(disk, "filler"))
      await waitFor(
        () => readiness(service),
        (status) => status === 200
      )
      await service.client.begin(plainStart)
    } finally {
      await service.kill()
      rmSync(copy, { force: true })
    }
  }
)
