/**
 * The supported versions, oldest first. Each replaced version has its own folder. All code outside these folders
 * describes the newest version.
 */
import * as Versions from "./Versions.ts"
import { version20250101 } from "./2025-01-01/Version.ts"

export const replacedVersions = [version20250101] as const

export const versions = Versions.make(replacedVersions, "2026-04-01")
