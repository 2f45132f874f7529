import { failed, type Repository } from './repository.ts'

/** Content by blob id, in one git process. Ids that git does not know are missing from the result. */
export async function readBlobs(repository: Repository, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const blobs = new Map<string, Buffer>()
  if (ids.length === 0) return blobs
  const output = await catFile(repository, '--batch', ids)
  let at = 0
  while (at < output.length) {
    const lineEnd = output.indexOf(10, at)
    if (lineEnd < 0) break
    const [id = '', type, size] = output.toString('latin1', at, lineEnd).split(' ')
    at = lineEnd + 1
    if (type !== 'blob' || size === undefined) continue
    blobs.set(id, output.subarray(at, at + Number(size)))
    at += Number(size) + 1
  }
  return blobs
}

export async function readBlobSizes(repository: Repository, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const records = (await catFile(repository, '--batch-check', ids)).toString().split('\n')
  return new Map(
    records
      .map((record) => record.split(' '))
      .filter(([, type]) => type === 'blob')
      .map(([id = '', , size = '0']) => [id, Number(size)]),
  )
}

/** An id that git does not know is an answer; a git that breaks off is none. */
async function catFile(repository: Repository, how: string, ids: readonly string[]): Promise<Buffer> {
  const answer = await repository.try(['cat-file', how], { input: ids.map((id) => `${id}\n`).join('') })
  if (answer.code !== 0) throw failed(['cat-file'], answer)
  return answer.stdout
}
