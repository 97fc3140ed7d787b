import { LOCALES } from '../messages.mjs';

const DONE = {
  POST: ['新增', 'Added', 'Adicionado', '新增'],
  PUT: ['修改', 'Changed', 'Alterado', '修改'],
  DELETE: ['删除', 'Deleted', 'Excluído', '刪除'],
};

/** What the audit log says of a call, by its method and the title of the page. */
export const AUDIT = (method, title) =>
  Object.fromEntries(
    LOCALES.map((locale, i) => [locale, `${DONE[method][i]}${locale.startsWith('zh') ? '：' : ': '}${title[locale]}`]),
  );
