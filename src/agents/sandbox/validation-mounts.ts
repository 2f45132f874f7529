import { coverTemporary, isInside } from './temporary-places.ts'

/** Absolute paths without links. Folders and files that are named exist. */
export interface ValidationPlaces {
  /** Where the command runs. */
  readonly folder: string
  /** The user's work tree; the same as `folder` unless the command runs in a copy. */
  readonly root: string
  /** Git folders that the command may write to; `root` does not have to hold them. */
  readonly gitFolders: readonly string[]
  /** What stays read-only in the folders above. */
  readonly protected: readonly string[]
  /** Caches of tools, and dependencies that a copy links to. */
  readonly writable: readonly string[]
  /** Each with what stands in its place: a file, or null for an empty folder. */
  readonly hidden: readonly (readonly [path: string, file: string | null])[]
  /** An empty folder, and where it appears. */
  readonly temporary: string
  readonly temporaryPlaces: readonly string[]
  /** Seen, though it lies where the temporary folder appears. */
  readonly visible: readonly string[]
}

/** Options of bubblewrap, on top of a read-only disk. A later one covers an earlier one. */
export function validationMounts(places: ValidationPlaces): readonly string[] {
  const { folder, root } = places
  const isOutside = (path: string) => !isInside(path, root) && !isInside(path, folder)
  const outside = places.hidden.filter(([path]) => isOutside(path))
  const inside = places.hidden.filter(([path]) => !isOutside(path))
  return [
    ...coverTemporary(
      places.temporaryPlaces.filter(isOutside),
      (place) => ['--bind', places.temporary, place],
      places.visible.filter(isOutside),
    ),
    ...places.writable.filter(isOutside).flatMap(writable),
    ...outside.flatMap(hide),
    ...(folder === root ? [] : readOnly(root)),
    ...places.writable.filter((path) => !isOutside(path)).flatMap(writable),
    ...writable(folder),
    ...places.gitFolders.flatMap(writable),
    ...places.protected.flatMap(readOnly),
    ...inside.flatMap(hide),
  ]
}

const writable = (path: string): string[] => ['--bind', path, path]
const readOnly = (path: string): string[] => ['--ro-bind', path, path]
const hide = ([path, file]: ValidationPlaces['hidden'][number]): string[] =>
  file === null ? ['--tmpfs', path] : ['--ro-bind', file, path]
