import { call } from '../api/client';

/** Uploads a small file (decisions §1: up to 4 MB pass a function). */
export function uploadFile(file: File) {
  const form = new FormData();
  form.append('file', file, file.name);
  return call('post', '/uf/uploadfile', { form });
}
