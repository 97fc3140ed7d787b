import type { Data } from '@/lib/api/types';

export const TEMPLATE_LIST = '/edm/template/page';
export const TEMPLATE = '/edm/template/{id}';
export const VERSIONS = '/edm/template/{id}/versions';
export const GALLERY = '/edm/template/gallery';

/** A template with its content. */
export type Template = Data<'get', typeof TEMPLATE>;
/** A design to begin with. */
export type Starter = NonNullable<Data<'get', typeof GALLERY>>[number];
