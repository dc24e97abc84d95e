import { type Bound, pieces, type Request, type Value } from '../../engine/index.ts';

export function withId(bound: Bound, id: Value): Request {
  const request = bound.wellFormed('guide');
  const path = pieces(request.path).flatMap((piece) =>
    typeof piece === 'object' && 'symbol' in piece && piece.symbol === 'guide:0'
      ? pieces(id)
      : [piece],
  );
  return { ...request, path };
}
