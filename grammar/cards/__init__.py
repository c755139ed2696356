"""The card language: controlled English for what a card does, read into trees and printed back."""
