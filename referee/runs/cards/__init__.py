"""Cards: from pile to pile, and those that nobody has seen. What watches them is none of its business."""
