package bulk_test

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"herald/internal/ordertest"
	"herald/pkg/kit/money"
)

// A file of another user counts as unknown in every field of a message, because an order marks every file that it names. That includes
// fields that the message's type does not use.
func TestAnOrderNamesNoFileOfOthers(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		var picture bytes.Buffer
		if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
			t.Fatal(err)
		}
		theirs, own := j.UploadAs("admin", "a.png", "", picture.String()), j.Upload("b.png", "", picture.String())
		group := j.Collection(ordertest.Numbers(0, 2))
		link := map[string]any{"url": "https://example.com", "thumbnailId": theirs}
		for name, message := range map[string]map[string]any{
			"text":  {"type": "text", "text": "Hi", "mediaId": theirs},
			"image": {"type": "image", "mediaId": own, "link": link},
		} {
			body := ordertest.OrderBody("groupId", group)
			body["message"] = message
			for _, path := range []string{"/gc/groupsendorder", "/gc/groupsendorder/estimate"} {
				if code, out := j.Call("customer", "POST", path, "", body); code != 404 {
					t.Errorf("%s, %s: %d %v", name, path, code, out)
				}
			}
		}
	})
}
