package apptest

import (
	"herald/pkg/platform/session/sessiontest"
)

// Templated orders a template for so many numbers.
func (p *TemplateFixture) Templated(who *sessiontest.Actor, templateID string, n int) string {
	p.Helper()
	return p.Bulk(who, "templated", n,
		Object{"message": Object{"type": "template", "templateId": templateID,
			"placeholders": []Object{{"name": "nome", "content": "você"}, {"name": "code", "content": "X1"}}}})
}
