export { Select as default } from './Select';
