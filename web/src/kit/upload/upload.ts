import { apiData } from '@/lib/api/client';
import { ApiError } from '@/lib/api/error';
import { refreshAccessToken } from '@/lib/api/refresh';
import { headersOf } from '@/lib/api/transport';
import { REQUEST_TIMEOUT } from '@/lib/constants';
import { useSession } from '@/lib/session';

/** Larger files pass no function: they go straight into the bucket (decisions §1). */
export const DIRECT = 4 * 1024 * 1024;

/** `public` is a picture that all who have its address can see, as mailboxes do. */
export type UploadKind = 'image' | 'public' | 'video' | 'audio' | 'contact' | 'any';
export type Uploaded = { id: string; name: string; size: number; url?: string; address?: string };

/** An uploaded picture or video and where the browser can show it. */
export type Picture = { id: string; name: string; shown: string };

/** File extensions of each kind (platform-services §5). */
export const EXTENSIONS: Record<UploadKind, string[]> = {
  image: ['.jpg', '.jpeg', '.png'],
  public: ['.jpg', '.jpeg', '.png'],
  video: ['.mp4', '.m4v'],
  audio: ['.wav'],
  contact: ['.xlsx', '.xls', '.txt', '.csv'],
  any: [],
};

/** A size as the specification shows it: in M above 1048576 bytes, otherwise in KB. */
export function readableSize(bytes: number): string {
  const fixed = (n: number) => String(Math.round(n * 10) / 10);
  return bytes > 1_048_576 ? `${fixed(bytes / 1_048_576)}M` : `${fixed(bytes / 1024)}KB`;
}

export type UploadProblem = 'type' | 'size' | 'empty';

/** Why a file is not even sent. `max` in bytes. */
export function problemOf(
  file: { name: string; size: number },
  kind: UploadKind | readonly string[],
  max: number,
): UploadProblem | undefined {
  const known = typeof kind === 'string' ? EXTENSIONS[kind] : kind;
  if (known.length > 0 && !known.some((e) => file.name.toLowerCase().endsWith(e))) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > max ? 'size' : undefined;
}

type Answer = { status: number; body: string };

/** Uses XMLHttpRequest because fetch does not report upload progress. */
function post(url: string, form: FormData, headers: Record<string, string>, onProgress?: (part: number) => void) {
  return new Promise<Answer>((resolve, reject) => {
    const x = new XMLHttpRequest();
    x.open('POST', url);
    x.timeout = REQUEST_TIMEOUT;
    for (const [name, value] of Object.entries(headers)) x.setRequestHeader(name, value);
    x.upload.onprogress = (e) => e.lengthComputable && onProgress?.(e.loaded / e.total);
    x.onload = () => resolve({ status: x.status, body: x.responseText });
    x.onerror = () => reject(new ApiError({ status: 0 }));
    x.ontimeout = x.onerror;
    x.send(form);
  });
}

function opened({ status, body }: Answer): Uploaded {
  let answer: { code?: number; message?: string; data?: Uploaded } = {};
  try {
    answer = JSON.parse(body);
  } catch {
    // The answer is not an envelope of ours: only the status counts.
  }
  if (status === 200 && answer.code === 200 && answer.data) return answer.data;
  throw new ApiError({ status: status === 200 ? 502 : status, code: answer.code, message: answer.message });
}

const FILES = '/api/uf/uploadfile';

async function small(file: File, kind: UploadKind, onProgress?: (part: number) => void): Promise<Uploaded> {
  const form = new FormData();
  form.append('file', file, file.name);
  const path = kind === 'public' ? `${FILES}/picture` : kind === 'any' ? FILES : `${FILES}?kind=${kind}`;
  const token = useSession.getState().token;
  let answer = await post(path, form, headersOf(token), onProgress);
  if (answer.status === 401 && token)
    answer = await post(path, form, headersOf(await refreshAccessToken(token)), onProgress);
  return opened(answer);
}

async function large(file: File, kind: UploadKind, onProgress?: (part: number) => void): Promise<Uploaded> {
  const type = kind === 'audio' ? 'audio/wav' : file.type; // browsers have several names for it
  const body = { name: file.name, size: file.size, ...(type ? { type } : {}) };
  const { id, url, fields } = await apiData('post', '/uf/uploadfile/presign', { body });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, file.name); // S3 reads nothing that follows the file
  const { status } = await post(url, form, {}, onProgress);
  if (status < 200 || status > 299) throw new ApiError({ status: status >= 500 ? status : 400 });
  return { id, name: file.name, size: file.size };
}

/** Uploads a file; `onProgress` receives the uploaded share, 0 to 1. */
export function upload(file: File, kind: UploadKind = 'any', onProgress?: (part: number) => void): Promise<Uploaded> {
  return file.size > DIRECT && kind !== 'public' ? large(file, kind, onProgress) : small(file, kind, onProgress);
}
