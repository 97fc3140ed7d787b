package template

import "herald/pkg/kit/i18n"

// Check is check, for tests.
func (w *Request) Check(most int, texts *i18n.Catalogue) error { return w.check(most, texts) }
