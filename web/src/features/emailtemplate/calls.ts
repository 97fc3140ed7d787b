import type { Data } from '@/lib/api/types';

export const TEMPLATE_LIST = '/edm/template/page';
export const TEMPLATE = '/edm/template/{id}';
export const VERSIONS = '/edm/template/{id}/versions';
export const GALLERY = '/edm/template/gallery';

/** A template with its content. */
export type Template = Data<'get', typeof TEMPLATE>;
/** A compiled email, and what is wrong with it or could be better. */
export type Preview = Data<'post', '/edm/template/preview'>;
export type DesignProblem = Preview['problems'][number];
/** A design to begin with. */
export type Starter = NonNullable<Data<'get', typeof GALLERY>>[number];
