/** A company appears once on the permission page, under its most far-reaching permission. */
import { assert, describe, it } from "vitest"
import type { Permission, PermittedMonitor } from "../src/connect/models/Permission.ts"
import { groupByCompany } from "../src/connect/models/PermissionGroups.ts"

const collection = (name: string, isErased = false): Permission => ({
  id: `collection of ${name}`,
  name,
  isConsent: false,
  status: "COMPLETED",
  isOpen: false,
  counts: {},
  givenAt: "2026-11-20T08:10:00Z",
  canEnd: !isErased
})

const consent = (name: string, status: string): Permission => {
  const isOpen = status === "AUTHORIZED" || status === "AWAITING_AUTHORIZATION"
  return { ...collection(name, !isOpen), id: `${status} consent of ${name}`, isConsent: true, status, isOpen }
}

const monitor = (name: string, status: string): PermittedMonitor => ({
  id: `monitor of ${name}`,
  name,
  status,
  products: ["INSURANCE"],
  every: "P1D",
  timeZone: "Europe/Stockholm",
  until: "2027-02-21T23:59:59Z",
  givenAt: "2026-11-20T08:10:00Z",
  policyEnds: [],
  isPausedByPerson: false
})

describe("a company on the permission page", () => {
  it.each([
    ["once, if its data was read and nothing is permitted", [collection("A")], [], "once"],
    [
      "now, if a consent permits more than what was read once",
      [collection("A"), consent("A", "AUTHORIZED")],
      [],
      "now"
    ],
    ["now, if a monitor looks again", [collection("A")], [monitor("A", "ACTIVE")], "now"],
    ["waiting, if its consent is not approved yet", [consent("A", "AWAITING_AUTHORIZATION")], [], "waiting"],
    ["waiting, if its monitor is paused", [collection("A")], [monitor("A", "PAUSED")], "waiting"],
    ["once, if its consent has ended and its data is kept", [consent("A", "REVOKED"), collection("A")], [], "once"],
    [
      "earlier, if everything has ended",
      [consent("A", "EXPIRED"), collection("A", true)],
      [monitor("A", "ENDED")],
      "earlier"
    ]
  ] as const)("is in the group %s", (_, permissions, monitors, group) => {
    assert.deepStrictEqual(groupByCompany(permissions, monitors), [{ name: "A", group, permissions, monitors }])
  })

  it("keeps its own entries, and the order in which the companies came", () => {
    const found = groupByCompany([consent("B", "AUTHORIZED"), collection("A")], [monitor("C", "ACTIVE")])
    assert.deepStrictEqual(
      found.map(({ name, permissions, monitors }) => [name, permissions.length, monitors.length]),
      [
        ["B", 1, 0],
        ["A", 1, 0],
        ["C", 0, 1]
      ]
    )
  })
})
