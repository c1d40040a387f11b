declare module 'bidi-js' {
  type Embedding = { levels: Uint8Array }
  /** Without its own types; as far as documents need it. */
  export default function bidiFactory(): {
    getEmbeddingLevels: (text: string) => Embedding
    getReorderedIndices: (text: string, embedding: Embedding) => number[]
    getMirroredCharacter: (character: string) => string | null
  }
}
