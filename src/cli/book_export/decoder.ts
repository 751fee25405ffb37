const D = Array.from(BOOK, (c) => c.charCodeAt(0) - 0x4e00);
const [N, S] = D;
const REPLIES = new Map<number, number>();
for (let i = 2 + N * S; i < D.length; i += 4) REPLIES.set((D[i] * 16384 + D[i + 1]) * 16384 + D[i + 2], D[i + 3]);

function reply(board: number[], maySwap = false): number[] {
  for (let s = 0; s < S; s++) {
    const image = D.slice(2 + N * s, 2 + N * (s + 1));
    let key = maySwap ? 1 : 0;
    for (const place of image) key = (key * 1021 + board[place]) % 4398046511093;
    const r = REPLIES.get(key);
    if (r === undefined) continue;
    return r === N ? [-1] : r < N ? [image[r]] : [image[Math.floor((r - N - 1) / N)], image[(r - N - 1) % N]];
  }
  return [];
}
