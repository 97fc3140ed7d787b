import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';

type Views = typeof import('./ErrorViews');

/** The views bring antd's drawings: they come with the first error. */
function late<K extends keyof Views>(name: K): ComponentType<ComponentProps<Views[K]>> {
  const View = lazy(async () => ({ default: (await import('./ErrorViews'))[name] as ComponentType<object> }));
  // biome-ignore lint/correctness/noComponentHookFactories: made once per view, when the module is evaluated
  return function Late(props) {
    return (
      <Suspense fallback={<div style={{ minHeight: 320 }} />}>
        <View {...props} />
      </Suspense>
    );
  };
}

export const ErrorPage = late('ErrorPage');
export const ModuleNotFound = late('ModuleNotFound');
export const ExternalLink = late('ExternalLink');
export const Crash = late('Crash');
export const NoMenu = late('NoMenu');
