import { Form, type FormInstance } from 'antd';
import type { ComponentProps, ReactElement } from 'react';
import { Field } from './Field';
import { NumberField } from './NumberField';

/** The name of a field, a path into one, or a place in a row of a list (`Form.List`). */
export type FieldName<V> =
  | (keyof V & string)
  | readonly [keyof V & string, ...(string | number)[]]
  | readonly [number, ...(string | number)[]];

type Typed<V, P> = (props: Omit<P, 'name'> & { name?: FieldName<V> }) => ReactElement;

/** The parts of a form whose values are `V`: a field that the form does not have does not compile. */
export type FormParts<V> = {
  Field: Typed<V, ComponentProps<typeof Field>>;
  NumberField: Typed<V, ComponentProps<typeof NumberField>>;
  /** The value of a field as it is typed; of the form around the component unless one is given. */
  useWatch: <K extends keyof V & string>(name: K, form?: FormInstance<V>) => V[K] | undefined;
};

const PARTS = { Field, NumberField, useWatch: Form.useWatch };

/** Returns the parts of a form with values `V`: `const { Field } = formOf<LabelValues>()`. */
export const formOf = <V extends object>() => PARTS as unknown as FormParts<V>;
