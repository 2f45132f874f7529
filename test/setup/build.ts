// The command line tests run the built program, so it is built once before them.
export async function setup(): Promise<void> {
  // @ts-expect-error: a plain script without declarations
  const { build } = await import('../../scripts/build.mjs')
  await build()
}
